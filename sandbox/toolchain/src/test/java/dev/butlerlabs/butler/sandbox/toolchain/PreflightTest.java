package dev.butlerlabs.butler.sandbox.toolchain;

import static dev.butlerlabs.butler.sandbox.toolchain.ScriptedMachine.SCHEDULER;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightTest {

  @TempDir Path folder;
  private ScriptedMachine machine;

  @BeforeEach
  void start() throws IOException {
    machine = new ScriptedMachine(folder);
  }

  @AfterEach
  void stop() {
    machine.close();
  }

  @Test
  void planTellsTheWayOfEachAndChangesNothing() throws IOException {
    machine.script("bin/kube-scheduler", SCHEDULER);
    var plan = machine.toolchain().plan(List.of(Tool.KUBECTL, Tool.KUBE_SCHEDULER));

    assertThat(plan.items())
        .containsExactly(
            new Plan.Item(Tool.KUBE_SCHEDULER, Plan.Way.READY, "PATH"),
            new Plan.Item(Tool.KUBECTL, Plan.Way.PULL, "registry.k8s.io/kubectl:v1.36.3"));
    assertThat(plan.problems()).isEmpty();
    assertThat(folder.resolve("cache/kubectl")).doesNotExist();
  }

  @Test
  void planNamesEveryConfiguredProgramThatIsMissing() {
    machine.set("BUTLER_TOOL_KUBECTL", "/nowhere/kubectl");
    machine.set("BUTLER_TOOL_ETCD", "/nowhere/etcd");
    var published = Arrays.stream(Tool.values()).filter(Tool::published).toList();

    assertThat(machine.toolchain().plan(published).problems())
        .hasSize(2)
        .allMatch(it -> it.endsWith("which is no executable file; correct it or unset it"));
  }

  @Test
  void planNamesMissingGoWhenTheRegistryIsSilent() {
    machine.registry().close();

    var plan = machine.toolchain().plan(List.of(Tool.KUBECTL));

    assertThat(plan.items().getFirst().way()).isEqualTo(Plan.Way.BUILD);
    assertThat(plan.problems())
        .singleElement()
        .asString()
        .startsWith("Go 1.26 or newer is needed to build it");
  }
}
