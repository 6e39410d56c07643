package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Family;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Claims for tests, and what becomes of them. */
final class Claims {

  private Claims() {}

  /**
   * Asks pool {@code pool}, which is as {@link Seen} has it, for a first block or a piece of it.
   */
  static Step.Create first(String pool, int count, int block) {
    return order(Claim.Role.INITIAL, pool, count, block);
  }

  static Step.Create growth(String pool, int count) {
    return order(Claim.Role.GROWTH, pool, count, 0);
  }

  private static Step.Create order(Claim.Role role, String pool, int count, int block) {
    return new Step.Create(
        IPAllocationSpec.Type.LOADBALANCER, role, pool, count, null, block, "1.1", List.of());
  }

  static Claim fresh(String name, int number, Step.Create order) {
    return new Claim(
        name,
        number,
        order.type(),
        order.role(),
        order.pool(),
        Family.IPV4,
        order.count(),
        Claim.State.WAITING,
        "",
        "",
        order.pin(),
        null,
        order.block(),
        null,
        false,
        order.asked(),
        order.refusals());
  }

  /** One that holds the addresses of {@code text}, added later. */
  static Claim grown(int number, String text) {
    return held(number, IPAllocationSpec.Type.LOADBALANCER, Claim.Role.GROWTH, text);
  }

  /** One that the cluster began with. */
  static Claim initial(int number, String text) {
    return held(number, IPAllocationSpec.Type.LOADBALANCER, Claim.Role.INITIAL, text);
  }

  /** One that holds exactly what was asked for. */
  static Claim pinned(int number, String text) {
    var range = AddressRange.parse(text).require();
    var size = Sizes.count(range);
    var order =
        new Step.Create(
            IPAllocationSpec.Type.LOADBALANCER,
            Claim.Role.INITIAL,
            "a",
            size,
            range,
            0,
            "",
            List.of());
    return given(fresh("c" + number, number, order), range);
  }

  static Claim nodes(int number, String text) {
    return held(number, IPAllocationSpec.Type.NODES, Claim.Role.GROWTH, text);
  }

  private static Claim held(int number, IPAllocationSpec.Type type, Claim.Role role, String text) {
    var range = AddressRange.parse(text).require();
    var order = new Step.Create(type, role, "a", Sizes.count(range), null, 0, "", List.of());
    return given(fresh("c" + number, number, order), range);
  }

  static Claim given(Claim claim, AddressRange range) {
    return with(claim, Claim.State.HELD, "", range, claim.unusedSince(), false);
  }

  static Claim refused(Claim claim, String reason) {
    return with(claim, Claim.State.REFUSED, reason, null, null, false);
  }

  static Claim in(Claim claim, Claim.State state) {
    return with(
        claim, state, claim.reason(), claim.range(), claim.unusedSince(), claim.holderGone());
  }

  static Claim unused(Claim claim, @Nullable Instant since) {
    return with(claim, claim.state(), "", claim.range(), since, claim.holderGone());
  }

  static Claim abandoned(Claim claim) {
    return with(claim, claim.state(), "", claim.range(), null, true);
  }

  /** A piece of a first block that is to have so many addresses in all. */
  static Claim declaring(Claim claim, int block) {
    return remade(claim, block, claim.refusals());
  }

  /** The same, and what pools refused before it was made is not known any more. */
  static Claim forgetting(Claim claim) {
    return remade(claim, claim.block(), List.of());
  }

  private static Claim remade(Claim claim, int block, List<Refusal> refusals) {
    var order =
        new Step.Create(
            claim.type(),
            claim.role(),
            claim.pool(),
            claim.size(),
            claim.pin(),
            block,
            claim.asked(),
            refusals);
    return with(
        fresh(claim.name(), claim.number(), order),
        claim.state(),
        claim.reason(),
        claim.range(),
        claim.unusedSince(),
        claim.holderGone());
  }

  private static Claim with(
      Claim claim,
      Claim.State state,
      String reason,
      @Nullable AddressRange range,
      @Nullable Instant unusedSince,
      boolean holderGone) {
    return new Claim(
        claim.name(),
        claim.number(),
        claim.type(),
        claim.role(),
        claim.pool(),
        range == null ? claim.family() : range.family(),
        claim.size(),
        state,
        reason,
        reason.isEmpty() ? "" : "the pool says " + reason,
        claim.pin(),
        range,
        claim.block(),
        unusedSince,
        holderGone,
        claim.asked(),
        claim.refusals());
  }
}
