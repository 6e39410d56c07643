package dev.butlerlabs.butler.bench.engine;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;

/**
 * What the three reconcilers do, the same for each contender: the first writes a status once, the
 * other two only look.
 */
final class Duties {

  static final String WRITER = "writer";
  static final String READER = "reader";
  static final String KEEPER = "keeper";

  private final KubernetesClient client;
  private final Probe probe;
  private final String contender;

  Duties(KubernetesClient client, Probe probe, String contender) {
    this.client = client;
    this.probe = probe;
    this.contender = contender;
  }

  void write(Parcel parcel) {
    probe.begin(parcel);
    if (!parcel.seenBy(contender)) {
      var told = new Parcel();
      told.setMetadata(
          new ObjectMetaBuilder()
              .withNamespace(parcel.getMetadata().getNamespace())
              .withName(parcel.getMetadata().getName())
              .build());
      told.setStatus(new Parcel.Status(contender));
      client
          .resource(told)
          .subresource("status")
          .patch(
              new PatchContext.Builder()
                  .withPatchType(PatchType.SERVER_SIDE_APPLY)
                  .withFieldManager("bench")
                  .withForce(true)
                  .build());
    }
    probe.end(WRITER, parcel);
  }

  void read(Parcel parcel) {
    probe.begin(parcel);
    probe.end(READER, parcel);
  }

  void keep(ConfigMap label) {
    probe.begin(label);
    probe.end(KEEPER, label);
  }
}
