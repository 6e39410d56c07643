package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.Workshop;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.Faults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An upgrade fails and is rolled back, and the process is killed on the way: what served serves, no
 * release is locked, and the next upgrade goes through.
 *
 * <p>Usually a part is drawn, by a seed that is told; {@code -Dbutler.faults=all} plays all of it.
 * Helm itself killed in the middle of going back is {@code StuckReleaseIT}'s.
 */
@OnRealApiServer
class RollbackFaultIT {

  private static final boolean ALL = "all".equals(System.getProperty("butler.faults"));
  private static final int CELLS = 2;
  private static final String MAP = configMap("{{ .Release.Name }}", "{{ .Values.shown | quote }}");
  private static final String REFUSED =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: wrong}
      spec: {clusterIP: 192.0.2.1, ports: [{port: 80}]}
      """;

  @TempDir Path folder;
  private Site site;
  private final long seed = new Random().nextLong();
  private int deaths;

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    site.publish("web", "1.0.0", Map.of("map.yaml", MAP));
    site.publish("web", "2.0.0", Map.of("map.yaml", MAP, "zzz.yaml", REFUSED));
    site.publish("web", "3.0.0", Map.of("map.yaml", MAP));
    System.out.println("kills while an upgrade is rolled back: seed " + seed);
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void point18_rollbackEndsTheSameWhereverTheProcessIsKilledAroundHelm() throws IOException {
    var calls = aroundHelm("calm", Integer.MAX_VALUE, false);
    assertThat(calls).isEqualTo(6);

    for (var call : drawn(calls)) {
      aroundHelm("before-" + call, call, false);
      aroundHelm("after-" + call, call, true);
    }
  }

  @Test
  void point18_rollbackEndsTheSameAtWhicheverCallOfOursTheProcessIsKilled() throws IOException {
    var calls = ours("calm", Faults.none(), new AtomicBoolean());
    assertThat(calls).isGreaterThan(4);
    assertThat(deaths).isZero();

    for (var call : drawn(calls)) {
      for (var fault : new Fault[] {Fault.KILL_BEFORE, Fault.KILL_AFTER}) {
        var armed = new AtomicBoolean();
        var faults = Faults.none().atNth(call, "call", _ -> armed.get(), fault);
        ours(fault.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + call, faults, armed);
      }
    }
    System.out.println("killed %d times".formatted(deaths));
    assertThat(deaths).as("calls may be fewer than in the calm run").isPositive();
  }

  private int[] drawn(int calls) {
    return ALL
        ? IntStream.rangeClosed(1, calls).toArray()
        : new Random(seed).ints(1, calls + 1).distinct().limit(CELLS).toArray();
  }

  /** Answers how often Helm was asked. */
  private int aroundHelm(String name, int call, boolean after) throws IOException {
    var there = installed(name);
    var dying = new DyingHelm(site.workshop.helm(), call, after);
    site.open(dying.helm());
    var heir = new Heir(site, dying.death());
    fails(name, there, heir);
    var calls = dying.calls();
    assertThat(dying.death().isDone()).as("%s was killed", name).isEqualTo(!name.equals("calm"));
    goesOn(name, there, heir);
    return calls;
  }

  /** Answers how often the API server of the management cluster was asked. */
  private int ours(String name, Faults faults, AtomicBoolean armed) throws IOException {
    var there = installed(name);
    var recording = site.cluster.recording(WireFormat.serialization(), faults);
    site.open(site.workshop.helm(), recording.client());
    var before = recording.calls().requests().size();
    armed.set(true);
    var heir = new Heir(site, recording.death());
    fails(name, there, heir);
    var calls = recording.calls().requests().size() - before;
    deaths += recording.isDead() ? 1 : 0;
    goesOn(name, there, heir);
    return calls;
  }

  /** Stops the process that has installed it. */
  private String installed(String name) throws IOException {
    var there = site.cluster.freshNamespace();
    site.order(name, there, "1.0.0", "values: {shown: one}");
    site.awaitPhase(name, Phase.INSTALLED);
    site.stop();
    return there;
  }

  private void fails(String name, String there, Heir heir) throws IOException {
    site.order(name, there, "2.0.0", "values: {shown: two}");
    heir.unlessKilled(
        () ->
            assertThat(site.awaitPhase(name, Phase.FAILED).message())
                .as(name)
                .contains("clusterIP", "version 1.0.0 still serves")
                .doesNotContain("going back failed"));
    assertThat(site.shown(there, name)).as(name).isEqualTo("one");
    assertThat(newest(there, name)).as(name).isEqualTo("deployed");
    assertThat(site.history(there, name)).as(name).doesNotContain("pending");
  }

  private void goesOn(String name, String there, Heir heir) throws IOException {
    site.order(name, there, "3.0.0", "values: {shown: three}");
    heir.unlessKilled(
        () ->
            site.awaitTold(
                "the next upgrade is through",
                name,
                status ->
                    status.phase() == Phase.INSTALLED
                        && "3.0.0".equals(status.installedVersion())));
    assertThat(site.shown(there, name)).as(name).isEqualTo("three");
    assertThat(newest(there, name)).as(name).isEqualTo("deployed");
    assertThat(site.history(there, name)).as(name).doesNotContain("pending");
  }

  private String newest(String there, String name) throws IOException {
    var revisions = Workshop.yaml(site.history(there, name));
    return revisions.path(revisions.size() - 1).path("status").asText();
  }
}
