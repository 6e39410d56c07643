package dev.butlerlabs.butler.sandbox.node.address;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Finds a block for a sandbox: the one it had, or another that nobody listens in.
 *
 * <p>Whoever listens at the node's address of a block holds the block; the kernel lets only one.
 */
public final class BlockClaim {

  private static final String FILE = "address-block";

  private BlockClaim() {}

  /** A block and what was bound to hold it. */
  public record Claimed<T>(Block block, T holder) {}

  /**
   * Claims a block and writes down which.
   *
   * @param bind listens at the address, or tells that somebody else does
   */
  public static <T> Claimed<T> claim(
      Home home, RandomGenerator random, Function<String, Optional<T>> bind) {
    var file = home.file(FILE);
    var first =
        PrivateFiles.read(file)
            .map(String::strip)
            .filter(text -> text.matches("\\d{1,3}|10[01]\\d|102[0-3]"))
            .map(Integer::parseInt)
            .orElseGet(() -> random.nextInt(Block.COUNT));
    for (var i = 0; i < Block.COUNT; i++) {
      // A step that shares no factor with the count visits every block once.
      var block = new Block((first + i * 379) % Block.COUNT);
      var holder = bind.apply(block.nodeAddress());
      if (holder.isPresent()) {
        PrivateFiles.write(file, block.number() + "\n");
        return new Claimed<>(block, holder.get());
      }
    }
    throw new Refusal(
        "127.64.0.0/10",
        "has no free block of addresses for this sandbox",
        "stop other sandboxes of this machine");
  }
}
