package dev.butlerlabs.butler.sandbox.toolchain;

import static dev.butlerlabs.butler.sandbox.toolchain.ScriptedMachine.SCHEDULER;
import static dev.butlerlabs.butler.sandbox.toolchain.image.LoopbackRegistry.layer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolchainTest {

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
  void configuredProgramIsTakenAsItIs() throws IOException {
    var mine = machine.script("mine", "#!/bin/sh\necho Kubernetes v1.99.0\n");
    machine.set("BUTLER_TOOL_KUBE_SCHEDULER", mine);
    machine.script("bin/kube-scheduler", SCHEDULER);

    var located = locate();

    assertThat(located.path()).isEqualTo(mine);
    assertThat(located.describe()).isEqualTo("kube-scheduler 1.99.0 from the configured path");
  }

  @Test
  void configuredProgramThatIsMissingIsNotReplacedInSilence() throws IOException {
    machine.script("bin/kube-scheduler", SCHEDULER);
    machine.set("BUTLER_TOOL_KUBE_SCHEDULER", "/nowhere/kube-scheduler");

    assertThatThrownBy(this::locate)
        .isInstanceOf(ToolchainProblem.class)
        .hasMessage(
            "BUTLER_TOOL_KUBE_SCHEDULER names /nowhere/kube-scheduler, which is no executable"
                + " file; correct it or unset it");
  }

  @Test
  void programOnPathIsTakenWhenItsVersionIsRight() throws IOException {
    var onPath = machine.script("bin/kube-scheduler", SCHEDULER);

    assertThat(locate())
        .extracting(Located::path, Located::version, Located::source)
        .containsExactly(onPath, "1.36.3", new Source.OnPath());
  }

  @Test
  void programOnPathOfAnotherVersionIsPassedOver() throws IOException {
    machine.script("bin/kube-scheduler", "#!/bin/sh\necho Kubernetes v1.36.4\n");
    machine.putImage(SCHEDULER);

    assertThat(locate().source()).isInstanceOf(Source.Image.class);
  }

  @Test
  void scriptIsAskedEachTimeBecauseItMayCallSomethingElseToday() throws IOException {
    var version = Files.writeString(folder.resolve("version"), "1.36.3");
    machine.script(
        "bin/kube-scheduler", "#!/bin/sh\nread v < " + version + "; echo Kubernetes v$v\n");
    machine.putImage(SCHEDULER);
    var before = locate();
    Files.writeString(version, "1.36.4");

    assertThat(before.source()).isEqualTo(new Source.OnPath());
    assertThat(locate().source()).isInstanceOf(Source.Image.class);
  }

  @Test
  void programOnPathThatChangesIsAskedAgain() throws IOException {
    var file = machine.script("bin/kube-scheduler", SCHEDULER);
    var before = locate();
    Files.writeString(file, SCHEDULER + "# another build\n");

    assertThat(locate().sha256()).isNotEqualTo(before.sha256());
  }

  @Test
  void programThatCannotTellItsVersionIsNeverTakenFromPath() throws IOException {
    machine.script("bin/cluster-api-controller", SCHEDULER);
    machine
        .registry()
        .put("cluster-api/cluster-api-controller", "v1.13.6", List.of(layer("manager", "x")));

    assertThat(ensure(Tool.CLUSTER_API_CONTROLLER).source()).isInstanceOf(Source.Image.class);
  }

  @Test
  void imageIsUnpackedOnceAndThenCached() {
    var digest = machine.putImage(SCHEDULER);

    var first = locate();
    var requests = machine.registry().requests().size();
    var second = locate();

    var image = new Source.Image("registry.k8s.io/kube-scheduler:v1.36.3", digest);
    assertThat(first.source()).isEqualTo(image);
    assertThat(second.source()).isEqualTo(new Source.Cached(image));
    assertThat(second.path()).isEqualTo(first.path()).isExecutable().hasContent(SCHEDULER);
    assertThat(second.sha256()).isEqualTo(first.sha256());
    assertThat(machine.registry().requests()).hasSize(requests);
    assertThat(machine.told())
        .containsExactly(
            "started pulling registry.k8s.io/kube-scheduler:v1.36.3",
            "done kube-scheduler 1.36.3 from the image registry.k8s.io/kube-scheduler:v1.36.3@"
                + digest,
            "done kube-scheduler 1.36.3 from the cache (the image"
                + " registry.k8s.io/kube-scheduler:v1.36.3@"
                + digest
                + ")");
  }

  @Test
  void damagedCacheEntryIsFetchedAgain() throws IOException {
    machine.putImage(SCHEDULER);
    Files.writeString(locate().path(), "#!/bin/sh\n");

    assertThat(locate().source()).isInstanceOf(Source.Image.class);
    assertThat(locate().path()).hasContent(SCHEDULER);
  }

  @Test
  void imageWhoseProgramHasAnotherVersionIsNotKept() {
    machine.putImage("#!/bin/sh\necho Kubernetes v1.0.0\n");

    assertThatThrownBy(this::locate)
        .hasMessageContaining("says it has version 1.0.0; Go 1.26 or newer is needed");
    assertThatThrownBy(this::locate).hasMessageContaining("says it has version 1.0.0");
  }

  @Test
  void tamperedImageAndNoGoIsOneSentenceThatNamesBoth() {
    var good = layer("usr/local/bin/kube-scheduler", SCHEDULER);
    machine.registry().put("kube-scheduler", "v1.36.3", List.of(good));
    machine.registry().tamper(good, layer("usr/local/bin/kube-scheduler", SCHEDULER + "#evil"));

    assertThatThrownBy(this::locate)
        .hasMessageContaining("kube-scheduler 1.36.3 cannot be had: no image, because ")
        .hasMessageEndingWith(
            "; Go 1.26 or newer is needed to build it and "
                + folder.resolve("no-go")
                + " (from BUTLER_TOOL_GO) is none; install it from https://go.dev/dl/ or name one"
                + " with BUTLER_TOOL_GO=/path/to/go");
  }

  @Test
  void silentRegistryIsKnockedAtOncePerRun() {
    machine.registry().close();
    var search =
        new ToolSearch(
            machine.settings(),
            new Patience(Progress.silent(), Duration.ofSeconds(1)),
            Clock.systemUTC());

    assertThat(search.silence(Tool.KUBE_SCHEDULER)).isPresent();
    assertThat(search.silence(Tool.KUBECTL)).isSameAs(search.silence(Tool.KUBE_SCHEDULER));
  }

  @Test
  void twoRunsAtOnceFetchOnce() throws Exception {
    machine.putImage(SCHEDULER);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var runs = new ArrayList<java.util.concurrent.Future<Located>>();
      for (var i = 0; i < 4; i++) {
        runs.add(
            threads.submit(
                () ->
                    new Toolchain(machine.settings(), Progress.silent(), Clock.systemUTC())
                        .require(Tool.KUBE_SCHEDULER)));
      }
      var sources = new ArrayList<Class<?>>();
      for (var run : runs) {
        sources.add(run.get().source().getClass());
      }

      assertThat(sources).containsOnlyOnce(Source.Image.class).contains(Source.Cached.class);
      assertThat(machine.registry().requests()).hasSize(3);
    }
  }

  @Test
  void cacheThatCannotBeWrittenIsOneSentence() throws IOException {
    machine.set("BUTLER_TOOLS", Files.writeString(folder.resolve("file"), ""));
    machine.putImage(SCHEDULER);

    assertThatThrownBy(this::locate)
        .isInstanceOf(ToolchainProblem.class)
        .hasMessageStartingWith("the tool cache " + folder.resolve("file") + " cannot be used (")
        .hasMessageEndingWith("); make it writable or choose another with --tools DIR");
  }

  @Test
  void fullDiskIsOneSentence() {
    assertThat(Toolchain.explain(Path.of("/t"), new IOException("No space left on device")))
        .isEqualTo(
            "the disk that holds the tool cache /t is full; make room or choose another with"
                + " --tools DIR");
  }

  private Located locate() {
    return ensure(Tool.KUBE_SCHEDULER);
  }

  private Located ensure(Tool tool) {
    return machine.toolchain().require(tool);
  }
}
