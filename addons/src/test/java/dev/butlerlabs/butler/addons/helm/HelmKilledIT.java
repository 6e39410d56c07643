package dev.butlerlabs.butler.addons.helm;

import static dev.butlerlabs.butler.addons.helm.ReleaseIT.tenant;
import static dev.butlerlabs.butler.addons.helm.Workshop.PATIENT;
import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Relay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The program is killed at any piece that it sends to the cluster or gets from there: whoever comes
 * next ends as if it had not been, whether that remembers what died or not.
 *
 * <p>Usually some pieces are drawn, by a seed that is told; {@code -Dbutler.faults=all} plays every
 * one of them.
 */
@OnRealApiServer
class HelmKilledIT {

  private static final boolean ALL = "all".equals(System.getProperty("butler.faults"));
  private static final int CELLS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final String REFUSED =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: wrong}
      spec: {clusterIP: 192.0.2.1, ports: [{port: 80}]}
      """;

  /** What the program is at. */
  enum Work {
    INSTALL,
    UPGRADE,
    UPGRADE_IN_VAIN,
    UNINSTALL
  }

  @TempDir Path folder;
  private TestCluster cluster;
  private Workshop workshop = new Workshop(Path.of("/"), Path.of("/"));
  private Helm helm;
  private Relay relay;

  @BeforeEach
  void open(TestCluster here) throws IOException {
    cluster = here;
    workshop = Workshop.in(folder);
    helm = workshop.helm();
    relay = new Relay(tenant(cluster).server().toString());
  }

  @AfterEach
  void close() throws IOException {
    relay.close();
  }

  @ParameterizedTest
  @EnumSource(Work.class)
  void point18_programKilledAtAnyPieceLeavesNothingLocked(Work work) throws IOException {
    var seed = new Random().nextLong();
    var chance = new Random(seed);
    var pieces = live(work, Integer.MAX_VALUE, false).pieces();
    System.out.printf("kills of Helm at %s: %d pieces, seed %d%n", work, pieces, seed);
    assertThat(pieces).isGreaterThan(20);

    var killed = 0;
    var cells =
        ALL
            ? IntStream.rangeClosed(1, pieces)
            : IntStream.generate(() -> 1 + chance.nextInt(pieces)).limit(CELLS);
    for (var piece : cells.toArray()) {
      killed += live(work, piece, chance.nextBoolean()).killed();
    }

    System.out.printf("killed %d times%n", killed);
    // The last pieces are sometimes fewer, and sometimes nobody is there any more to be killed.
    assertThat(killed).isGreaterThan(ALL ? pieces / 2 : 0);
  }

  /**
   * What was seen.
   *
   * @param pieces that came through until the work ended
   */
  private record Lived(int pieces, int killed) {}

  /**
   * Does the work, and once more what is left to do.
   *
   * @param same whether it is the same process of ours that goes on
   */
  private Lived live(Work work, int piece, boolean same) throws IOException {
    var release = new ReleaseKey(cluster.freshNamespace(), "web");
    var login = throughRelay();
    var ours = new Deploying(helm, InstantSource.system());
    if (work != Work.INSTALL) {
      ours.deploy(login, order(release, "1.0.0"), PATIENCE).require();
    }
    var killed = new AtomicInteger();
    relay.before(piece, () -> killed.addAndGet(killHelm()));

    var _ =
        switch (work) {
          case INSTALL -> ours.deploy(login, order(release, "1.0.0"), PATIENCE);
          case UPGRADE -> ours.deploy(login, order(release, "2.0.0"), PATIENCE);
          case UPGRADE_IN_VAIN -> ours.deploy(login, order(release, "2.5.0"), PATIENCE);
          case UNINSTALL -> helm.uninstall(login, release, PATIENT);
        };
    var pieces = relay.pieces();
    // It may have come to an end with fewer than the calm run; whoever comes next is left alone.
    relay.before(Integer.MAX_VALUE, () -> {});

    var next = same ? ours : new Deploying(helm, InstantSource.fixed(Instant.now().plus(PATIENCE)));
    var what = "%s killed at %d of %d".formatted(work, piece, pieces);
    switch (work) {
      case INSTALL -> assertServes(what, next.deploy(login, order(release, "1.0.0"), PATIENCE));
      case UPGRADE -> assertServes(what, next.deploy(login, order(release, "2.0.0"), PATIENCE));
      case UPGRADE_IN_VAIN ->
          // Helm forgets what only the failed revision has when it ends while it goes back.
          assertServes(what, next.deploy(login, order(release, "3.0.0"), PATIENCE), "four-2.5.0");
      case UNINSTALL -> {
        assertThat(helm.uninstall(login, release, PATIENT).require()).as(what).isEmpty();
        assertThat(helm.history(login, release, PATIENT).require()).as(what).isEmpty();
        assertThat(maps(release)).as(what).isEmpty();
      }
    }
    return new Lived(pieces, killed.get());
  }

  /**
   * It serves, and has what it brings.
   *
   * @param left what may be left of another version
   */
  private void assertServes(String what, Answer<Released> answer, String... left) {
    var released = answer.require();
    assertThat(released.status()).as(what).isEqualTo(ReleaseStatus.DEPLOYED);
    var history = helm.history(throughRelay(), released.release(), PATIENT).require();
    // Only the newest revision locks; an earlier one that was cut off stays told as that.
    assertThat(history.getLast().status()).as(what).isEqualTo(ReleaseStatus.DEPLOYED);
    assertThat(maps(released.release()))
        .as(what)
        .filteredOn(name -> !List.of(left).contains(name))
        .containsExactlyInAnyOrder("one", "two", "three", "four-" + released.version());
    var shown =
        cluster.client().configMaps().inNamespace(released.release().namespace()).withName("one");
    assertThat(shown.require().getData()).as(what).containsEntry("shown", released.version());
  }

  /** Objects of the release that are there; the namespace has one ConfigMap of its own. */
  private List<String> maps(ReleaseKey release) {
    return cluster.client().configMaps().inNamespace(release.namespace()).list().getItems().stream()
        .map(one -> one.getMetadata().getName())
        .filter(name -> !name.startsWith("kube-"))
        .toList();
  }

  private int killHelm() {
    try {
      var real = Optional.of(workshop.binary().toRealPath().toString());
      var there =
          ProcessHandle.current()
              .children()
              .filter(child -> child.info().command().equals(real))
              .toList();
      there.forEach(ProcessHandle::destroyForcibly);
      there.forEach(child -> child.onExit().join());
      return there.size();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private Kubeconfig throughRelay() {
    try {
      return tenant(cluster).at(URI.create("https://127.0.0.1:" + relay.port()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private Installation order(ReleaseKey release, String version) throws IOException {
    var files =
        new HashMap<>(
            Map.of(
                "one.yaml", configMap("one", "\"%s\"".formatted(version)),
                "two.yaml", configMap("two", "x"),
                "three.yaml", configMap("three", "x"),
                "four.yaml", configMap("four-" + version, "x")));
    if (version.equals("2.5.0")) {
      files.put("zzz.yaml", REFUSED);
    }
    return new Installation(
        release,
        workshop.local(workshop.chart("web", version, files)),
        Values.none(),
        false,
        Installation.Waiting.FOR_HOOKS,
        PATIENT);
  }
}
