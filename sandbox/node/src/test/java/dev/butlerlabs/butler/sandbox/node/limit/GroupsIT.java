package dev.butlerlabs.butler.sandbox.node.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.sandbox.node.pod.Limits;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The real kernel. Where it gives this user no groups, that is what is told. */
class GroupsIT {

  /** Wants memory for all that it is given, since no line ever ends. */
  private static final List<String> GREEDY =
      List.of("/bin/sh", "-c", "head -c 300000000 /dev/zero | tail -n 1 > /dev/null");

  private static final List<String> BUSY =
      List.of("/bin/sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done");

  @Test
  void memoryIsHeldToItsLimit() throws IOException, InterruptedException {
    var limits = new Limits(Map.of(Limits.MEMORY, "32Mi"));
    try (var groups = Groups.find("butler-test-memory-" + ProcessHandle.current().pid())) {
      var held = groups.ignored(limits).isEmpty();

      var group = groups.open("greedy", limits);
      var process = start(group.around(GREEDY));

      assertThat(process.waitFor()).isEqualTo(held ? 137 : 0);
      assertThat(group.leave()).isEqualTo(held);
    }
  }

  @Test
  void processorsAreHeldToTheirLimit() throws IOException, InterruptedException {
    var limits = new Limits(Map.of(Limits.PROCESSORS, "100m"));
    try (var groups = Groups.find("butler-test-cpu-" + ProcessHandle.current().pid())) {
      var held = groups.ignored(limits).isEmpty();
      var group = groups.open("busy", limits);

      var free = took(BUSY);
      var bound = took(group.around(BUSY));

      System.out.println("free: " + free + ", with a tenth of a processor: " + bound);
      assertThat(bound.compareTo(free.multipliedBy(2)) > 0).isEqualTo(held);
      assertThat(group.leave()).isFalse();
    }
  }

  @Test
  void whatNobodyLimitsRunsAsItIs() throws IOException {
    try (var groups = Groups.find("butler-test-none-" + ProcessHandle.current().pid())) {
      assertThat(groups.open("free", Limits.none()).around(BUSY)).isEqualTo(BUSY);
      assertThat(groups.ignored(new Limits(Map.of("ephemeral-storage", "1Gi"))))
          .isEqualTo(Set.of("ephemeral-storage"));
    }
  }

  private static Duration took(List<String> command) throws IOException, InterruptedException {
    var since = System.nanoTime();
    assertThat(start(command).waitFor()).isZero();
    return Duration.ofNanos(System.nanoTime() - since);
  }

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(Redirect.DISCARD)
        .start();
  }
}
