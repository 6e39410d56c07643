package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.StoreNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PlanPropertiesTest {

  private static final int SPECS = 12;

  @Test
  void sameLookGivesTheSameBytes() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    for (var i = 0; i < SPECS; i++) {
      var spec = spec(random);
      var world = new World(Planes.of("shop", spec));
      world.run();

      assertThat(bytes(world)).as("seed %d, spec %s", seed, spec).isEqualTo(bytes(world));
    }
  }

  @Test
  void planOfWhatAPlanMadeWantsNothing() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    for (var i = 0; i < SPECS; i++) {
      var spec = spec(random);
      var world = new World(Planes.of("shop", spec));
      world.settle();
      var minted = world.minted;
      var before = bytes(world);

      for (var pass = 0; pass < 3; pass++) {
        world.run();
        world.rollOut();
      }

      assertThat(world.rollouts).as("rollouts, seed %d, spec %s", seed, spec).isZero();
      assertThat(world.minted).as("keys made, seed %d, spec %s", seed, spec).isEqualTo(minted);
      assertThat(bytes(world)).as("seed %d, spec %s", seed, spec).isEqualTo(before);
    }
  }

  @Test
  void noTwoTenantsOfAHundredThousandShareAName() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    var letters = List.of("a", "b", "-", "a-b", "tcp", "_", "ca", "0");
    var taken = new HashSet<String>();
    var spec = Planes.spec(Planes.USUAL);
    for (var i = 0; i < 100_000; i++) {
      var uid = new UUID(random.nextLong(), random.nextLong());
      var plane = Planes.of(word(random, letters), word(random, letters), uid, spec);
      var names = StoreNames.of(plane);

      assertThat(taken.add(names.schema())).as("seed %d, %s", seed, names).isTrue();
      assertThat(names.user()).isEqualTo(names.schema());
      assertThat(names.objection(uid.toString())).isEmpty();
    }
  }

  @Test
  void chosenNameThatCouldBeAnotherTenantsIsRefused() {
    var other = StoreNames.of(Planes.usual());

    assertThat(new StoreNames(other.schema(), "me").objection(UUID.randomUUID().toString()))
        .isPresent();
    assertThat(new StoreNames("me", other.user()).objection(UUID.randomUUID().toString()))
        .isPresent();
    assertThat(other.objection(Planes.UID)).isEmpty();
  }

  @Test
  void noSecretOfOnePlaneIsNamedLikeOneOfAnotherPlane() {
    for (var one : Part.values()) {
      for (var other : Part.values()) {
        assertThat(one.suffix()).as("%s, %s", one, other).doesNotEndWith("-" + other.suffix());
      }
    }
  }

  private static String bytes(World world) {
    var plan = world.plan();
    var format = WireFormat.serialization();
    var objects = new ArrayList<Object>(plan.secrets());
    plan.service().ifPresent(objects::add);
    objects.addAll(plan.others());
    plan.deployment().ifPresent(objects::add);
    objects.add(plan.status());
    return format.asJson(objects) + plan.report() + plan.orders();
  }

  private static String word(Random random, List<String> letters) {
    var text = new StringBuilder();
    for (var i = 0; i <= random.nextInt(6); i++) {
      text.append(letters.get(random.nextInt(letters.size())));
    }
    return text.toString();
  }

  /** Any mixture of what a spec may say. */
  private static String spec(Random random) {
    var type = List.of("LoadBalancer", "ClusterIP", "NodePort").get(random.nextInt(3));
    var text =
        new StringBuilder(
            "kubernetes: {version: v1.3%d.3, kubelet: {".formatted(5 + random.nextInt(2)));
    text.append(random.nextBoolean() ? "cgroupfs: systemd, " : "");
    text.append(
        random.nextBoolean()
            ? "configurationJSONPatches: [{op: add, path: /maxPods, value: 60}]"
            : "");
    text.append("}}\ncontrolPlane: {service: {serviceType: ").append(type).append("}");
    text.append(random.nextInt(4) == 0 ? ", ingress: {hostname: \"a.example.com:8443\"}" : "");
    text.append(", deployment: {replicas: ").append(random.nextInt(4));
    text.append(
        random.nextBoolean() ? ", tolerations: [{key: x, operator: Exists, unheard: of}]" : "");
    text.append(random.nextBoolean() ? ", nodeSelector: {b: c, a: d}" : "");
    text.append(random.nextBoolean() ? ", strategy: {type: Recreate}" : "");
    text.append(random.nextBoolean() ? ", additionalContainers: [{name: x, image: y}]" : "");
    text.append(random.nextBoolean() ? ", extraArgs: {apiServer: [--v=2, --v=3]}" : "");
    text.append(random.nextBoolean() ? ", resources: {apiServer: {limits: {memory: 1Gi}}}" : "");
    text.append("}}\nnetworkProfile: {port: ").append(6443 + random.nextInt(3));
    text.append(random.nextBoolean() ? ", serviceCidr: \"10.0.0.0/16,fd00::/108\"" : "");
    text.append(
        random.nextBoolean() ? ", certSANs: [z.example.com, 192.0.2.1, a.example.com]" : "");
    text.append(random.nextBoolean() ? ", clusterDomain: my.domain" : "");
    text.append("}\n");
    text.append(
        random.nextBoolean()
            ? "security: {audit: {policyConfigMapName: p}, oidc: {issuerURL: \"https://x\","
                + " clientID: k}}\n"
            : "");
    text.append(random.nextBoolean() ? "addons: {tcpProxy: {}}\n" : "");
    return text.toString();
  }
}
