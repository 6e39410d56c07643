package dev.butlerlabs.butler.sandbox.toolchain;

import static dev.butlerlabs.butler.sandbox.toolchain.image.LoopbackRegistry.layer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.sandbox.toolchain.image.LoopbackRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts stand for the programs; the registry is on loopback; there is no Go. */
class ToolchainTest {

  private static final String SCHEDULER = "#!/bin/sh\necho Kubernetes v1.36.3\n";

  @TempDir Path folder;
  private LoopbackRegistry registry;
  private final Map<String, String> environment = new HashMap<>();
  private final List<String> told = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    registry = LoopbackRegistry.start();
    environment.put("BUTLER_TOOLS", folder.resolve("cache").toString());
    environment.put("BUTLER_REGISTRY_MIRROR", registry.address().toString());
    environment.put("PATH", folder.resolve("bin").toString());
    environment.put("BUTLER_TOOL_GO", folder.resolve("no-go").toString());
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void configuredProgramIsTakenAsItIs() throws IOException {
    var mine = script("mine", "#!/bin/sh\necho Kubernetes v1.99.0\n");
    environment.put("BUTLER_TOOL_KUBE_SCHEDULER", mine.toString());
    script("bin/kube-scheduler", SCHEDULER);

    var located = locate();

    assertThat(located.path()).isEqualTo(mine);
    assertThat(located.describe()).isEqualTo("kube-scheduler 1.99.0 from the configured path");
  }

  @Test
  void configuredProgramThatIsMissingIsNotReplacedInSilence() throws IOException {
    script("bin/kube-scheduler", SCHEDULER);
    environment.put("BUTLER_TOOL_KUBE_SCHEDULER", "/nowhere/kube-scheduler");

    assertThatThrownBy(this::locate)
        .isInstanceOf(ToolchainProblem.class)
        .hasMessage(
            "BUTLER_TOOL_KUBE_SCHEDULER names /nowhere/kube-scheduler, which is no executable"
                + " file; correct it or unset it");
  }

  @Test
  void programOnPathIsTakenWhenItsVersionIsRight() throws IOException {
    var onPath = script("bin/kube-scheduler", SCHEDULER);

    assertThat(locate())
        .extracting(Located::path, Located::version, Located::source)
        .containsExactly(onPath, "1.36.3", new Source.OnPath());
  }

  @Test
  void programOnPathOfAnotherVersionIsPassedOver() throws IOException {
    script("bin/kube-scheduler", "#!/bin/sh\necho Kubernetes v1.36.4\n");
    putImage(SCHEDULER);

    assertThat(locate().source()).isInstanceOf(Source.Image.class);
  }

  @Test
  void scriptIsAskedEachTimeBecauseItMayCallSomethingElseToday() throws IOException {
    var version = Files.writeString(folder.resolve("version"), "1.36.3");
    script("bin/kube-scheduler", "#!/bin/sh\nread v < " + version + "; echo Kubernetes v$v\n");
    putImage(SCHEDULER);
    var before = locate();
    Files.writeString(version, "1.36.4");

    assertThat(before.source()).isEqualTo(new Source.OnPath());
    assertThat(locate().source()).isInstanceOf(Source.Image.class);
  }

  @Test
  void programOnPathThatChangesIsAskedAgain() throws IOException {
    var file = script("bin/kube-scheduler", SCHEDULER);
    var before = locate();
    Files.writeString(file, SCHEDULER + "# another build\n");

    assertThat(locate().sha256()).isNotEqualTo(before.sha256());
  }

  @Test
  void programThatCannotTellItsVersionIsNeverTakenFromPath() throws IOException {
    script("bin/cluster-api-controller", SCHEDULER);
    registry.put("cluster-api/cluster-api-controller", "v1.13.6", List.of(layer("manager", "x")));

    assertThat(ensure(Tool.CLUSTER_API_CONTROLLER).source()).isInstanceOf(Source.Image.class);
  }

  @Test
  void imageIsUnpackedOnceAndThenCached() {
    var digest = putImage(SCHEDULER);

    var first = locate();
    var requests = registry.requests().size();
    var second = locate();

    var image = new Source.Image("registry.k8s.io/kube-scheduler:v1.36.3", digest);
    assertThat(first.source()).isEqualTo(image);
    assertThat(second.source()).isEqualTo(new Source.Cached(image));
    assertThat(second.path()).isEqualTo(first.path()).isExecutable().hasContent(SCHEDULER);
    assertThat(second.sha256()).isEqualTo(first.sha256());
    assertThat(registry.requests()).hasSize(requests);
    assertThat(told)
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
    putImage(SCHEDULER);
    Files.writeString(locate().path(), "#!/bin/sh\n");

    assertThat(locate().source()).isInstanceOf(Source.Image.class);
    assertThat(locate().path()).hasContent(SCHEDULER);
  }

  @Test
  void imageWhoseProgramHasAnotherVersionIsNotKept() {
    putImage("#!/bin/sh\necho Kubernetes v1.0.0\n");

    assertThatThrownBy(this::locate)
        .hasMessageContaining("says it has version 1.0.0; Go 1.26 or newer is needed");
    assertThatThrownBy(this::locate).hasMessageContaining("says it has version 1.0.0");
  }

  @Test
  void tamperedImageAndNoGoIsOneSentenceThatNamesBoth() {
    var good = layer("usr/local/bin/kube-scheduler", SCHEDULER);
    registry.put("kube-scheduler", "v1.36.3", List.of(good));
    registry.tamper(good, layer("usr/local/bin/kube-scheduler", SCHEDULER + "#evil"));

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
    registry.close();
    var search =
        new ToolSearch(
            settings(), new Patience(Progress.silent(), Duration.ofSeconds(1)), Clock.systemUTC());

    assertThat(search.silence(Tool.KUBE_SCHEDULER)).isPresent();
    assertThat(search.silence(Tool.KUBECTL)).isSameAs(search.silence(Tool.KUBE_SCHEDULER));
  }

  @Test
  void twoRunsAtOnceFetchOnce() throws Exception {
    putImage(SCHEDULER);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var runs = new ArrayList<java.util.concurrent.Future<Located>>();
      for (var i = 0; i < 4; i++) {
        runs.add(
            threads.submit(
                () ->
                    new Toolchain(settings(), Progress.silent(), Clock.systemUTC())
                        .require(Tool.KUBE_SCHEDULER)));
      }
      var sources = new ArrayList<Class<?>>();
      for (var run : runs) {
        sources.add(run.get().source().getClass());
      }

      assertThat(sources).containsOnlyOnce(Source.Image.class).contains(Source.Cached.class);
      assertThat(registry.requests()).hasSize(3);
    }
  }

  @Test
  void planTellsTheWayOfEachAndChangesNothing() throws IOException {
    script("bin/kube-scheduler", SCHEDULER);
    var plan = toolchain().plan(List.of(Tool.KUBECTL, Tool.KUBE_SCHEDULER));

    assertThat(plan.items())
        .containsExactly(
            new Plan.Item(Tool.KUBE_SCHEDULER, Plan.Way.READY, "PATH"),
            new Plan.Item(Tool.KUBECTL, Plan.Way.PULL, "registry.k8s.io/kubectl:v1.36.3"));
    assertThat(plan.problems()).isEmpty();
    assertThat(folder.resolve("cache/kubectl")).doesNotExist();
  }

  @Test
  void planNamesEveryConfiguredProgramThatIsMissing() {
    environment.put("BUTLER_TOOL_KUBECTL", "/nowhere/kubectl");
    environment.put("BUTLER_TOOL_ETCD", "/nowhere/etcd");

    assertThat(toolchain().plan(List.of(Tool.values())).problems())
        .hasSize(2)
        .allMatch(it -> it.endsWith("which is no executable file; correct it or unset it"));
  }

  @Test
  void planNamesMissingGoWhenTheRegistryIsSilent() {
    registry.close();

    var plan = toolchain().plan(List.of(Tool.KUBECTL));

    assertThat(plan.items().getFirst().way()).isEqualTo(Plan.Way.BUILD);
    assertThat(plan.problems())
        .singleElement()
        .asString()
        .startsWith("Go 1.26 or newer is needed to build it");
  }

  @Test
  void cacheThatCannotBeWrittenIsOneSentence() throws IOException {
    environment.put("BUTLER_TOOLS", Files.writeString(folder.resolve("file"), "").toString());
    putImage(SCHEDULER);

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
    return toolchain().require(tool);
  }

  private Toolchain toolchain() {
    return new Toolchain(
        settings(), new Notes(), InstantSource.fixed(Instant.parse("2026-01-02T12:00:00Z")));
  }

  private ToolchainSettings settings() {
    return ToolchainSettings.fromEnvironment(environment);
  }

  private String putImage(String program) {
    return registry.put(
        "kube-scheduler", "v1.36.3", List.of(layer("usr/local/bin/kube-scheduler", program)));
  }

  private Path script(String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private final class Notes implements Progress {
    @Override
    public void started(Tool tool, String doing) {
      told.add("started " + doing);
    }

    @Override
    public void done(Located located, Duration took) {
      told.add("done " + located.describe());
    }
  }
}
