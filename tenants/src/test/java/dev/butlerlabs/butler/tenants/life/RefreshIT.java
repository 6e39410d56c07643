package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.Test;

/** Objects of a platform that somebody took away or edited, on a real API server. */
@OnRealApiServer
class RefreshIT {

  private static final String LOCAL = "infrastructure.cluster.x-k8s.io/v1alpha1";

  @Test
  void everyNewValueOfTheAnnotationBringsBackWhatIsGone(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      var template = template(yard, place);

      for (var value : new String[] {"1", "2"}) {
        yard.others.find(LOCAL, "LocalMachineTemplate", place, template).delete();
        yard.others.find(LOCAL, "LocalCluster", place, "web").delete();
        cluster
            .kubectl(
                "annotate",
                "--overwrite",
                "tenantcluster",
                "web",
                "butler.butlerlabs.dev/refresh=" + value)
            .requireSuccess();
        yard.awaitThere(LOCAL, "LocalMachineTemplate", place, template);
        yard.awaitThere(LOCAL, "LocalCluster", place, "web");
      }
    }
  }

  @Test
  void annotationPutsRightWhatSomebodyEdited(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      var infrastructure = yard.others.find(LOCAL, "LocalCluster", place, "web");
      var before = infrastructure.require().getMetadata().getLabels();

      cluster
          .kubectl(
              "label",
              "--overwrite",
              "localclusters.infrastructure.cluster.x-k8s.io",
              "web",
              "-n",
              place,
              "butler.butlerlabs.dev/tenant=other")
          .requireSuccess();
      cluster
          .kubectl("annotate", "tenantcluster", "web", "butler.butlerlabs.dev/refresh=now")
          .requireSuccess();

      Await.untilTrue(
          "it is as it was",
          Yard.PATIENCE,
          () -> infrastructure.require().getMetadata().getLabels().equals(before));
    }
  }

  @Test
  void whatClusterApiMissesComesBackByItself(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      var template = template(yard, place);

      yard.others.find(LOCAL, "LocalMachineTemplate", place, template).delete();
      yard.applyIn(
          place,
          """
          apiVersion: cluster.x-k8s.io/v1beta2
          kind: MachineSet
          metadata: {name: web-workers-7f9c2}
          spec: {}
          """);
      Others.status(
          yard.others.find(Others.CAPI, "MachineSet", place, "web-workers-7f9c2"),
          "{\"conditions\": [%s]}"
              .formatted(
                  Others.condition(
                      "ScalingUp",
                      "True",
                      "ScalingUp",
                      "it is blocked because LocalMachineTemplate does not exist")));
      yard.awaitThere(LOCAL, "LocalMachineTemplate", place, template);

      yard.others.find(LOCAL, "LocalCluster", place, "web").delete();
      Others.status(
          yard.others.find(Others.CAPI, "Cluster", place, "web"),
          "{\"conditions\": [%s]}"
              .formatted(
                  Others.condition(
                      "InfrastructureReady",
                      "False",
                      "ObjectDeleted",
                      "LocalCluster has been deleted while the cluster still exists")));
      yard.awaitThere(LOCAL, "LocalCluster", place, "web");
    }
  }

  private static String template(Yard yard, String place) {
    return Others.tree(
            yard.others.find(Others.CAPI, "MachineDeployment", place, "web-workers").require())
        .at("/spec/template/spec/infrastructureRef/name")
        .asText();
  }
}
