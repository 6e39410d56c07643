package dev.butlerlabs.butler.providers.harvester.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Absent;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Ready;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Stage;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Unclear;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Underway;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Images of Harvester: a VirtualMachineImage that Harvester downloads by itself. */
final class HarvesterImages implements ImageDriver {

  private static final Set<String> FORMATS = Set.of("qcow2", "raw", "iso");

  private final KubeApi api;
  private final String namespace;

  HarvesterImages(KubeApi api, String namespace) {
    this.api = api;
    this.namespace = namespace;
  }

  @Override
  public List<Fault> validate(ImageOrder order) {
    var what = "bring an image to Harvester";
    var faults = new ArrayList<Fault>();
    if (order.transfer() != TransferMode.DIRECT) {
      faults.add(
          new Fault.Invalid(
              what, "transferMode", "Harvester downloads images by itself; only direct is served"));
    }
    if (!FORMATS.contains(order.format())) {
      faults.add(new Fault.Invalid(what, "format", "Harvester reads qcow2, raw and iso images"));
    }
    if (order.sha256() != null) {
      faults.add(
          new Fault.Invalid(
              what,
              "sha256",
              "Harvester compares checksums of SHA-512 only, so this one would not be compared"));
    }
    return faults;
  }

  @Override
  public ImageState observe(ImageId id, Memo memo) {
    return answer(
        () ->
            find(id)
                .filter(seen -> Seen.ownedBy(seen, id.uid()))
                .map(seen -> state(id, seen))
                .orElseGet(Absent::new));
  }

  @Override
  public ImageState ensure(ImageId id, ImageOrder order, Memo memo) {
    return answer(
        () -> {
          var problems = validate(order);
          if (!problems.isEmpty()) {
            return new Unclear(problems.getFirst());
          }
          var seen = find(id);
          if (seen.isEmpty()) {
            api.create(what("make", id), Kind.IMAGE.path(namespace), object(id, order), List.of());
            return new Underway(Stage.DOWNLOADING, "beginning", Memo.NONE);
          }
          if (!Seen.ownedBy(seen.get(), id.uid())) {
            throw new Trouble(
                new Fault.Conflict(what("make", id), "image " + Seen.name(seen.get())));
          }
          if (exhausted(seen.get())) {
            // Harvester tries no more; the next call begins anew.
            delete(id, seen.get());
          }
          return state(id, seen.get());
        });
  }

  @Override
  public ImageState remove(ImageId id, Memo memo) {
    return answer(
        () -> {
          var seen = find(id).filter(there -> Seen.ownedBy(there, id.uid()));
          if (seen.isEmpty()) {
            return new Absent();
          }
          delete(id, seen.get());
          return new Underway(Stage.REMOVING, "removing", Memo.NONE);
        });
  }

  private void delete(ImageId id, JsonNode seen) throws Trouble {
    if (!Seen.leaving(seen)) {
      api.delete(what("remove", id), Kind.IMAGE.path(namespace, name(id)), seen);
    }
  }

  private static String what(String verb, ImageId id) {
    return verb + " image " + id.name();
  }

  private Optional<JsonNode> find(ImageId id) throws Trouble {
    return api.find(what("look for", id), Kind.IMAGE.path(namespace, name(id)));
  }

  private static String name(ImageId id) {
    return Names.withMark(id.name(), id.uid());
  }

  private static Fields object(ImageId id, ImageOrder order) {
    var name = name(id);
    return Fields.of("apiVersion", "harvesterhci.io/v1beta1")
        .with("kind", "VirtualMachineImage")
        .with(
            "metadata", Fields.of("name", name).with("labels", new Ownership(id.uid(), "").tags()))
        .with(
            "spec",
            // Harvester lets no two images of a namespace be shown by the same name.
            Fields.of("displayName", name)
                .with("sourceType", "download")
                .with("url", order.source().toString()));
  }

  private static boolean exhausted(JsonNode seen) {
    return Seen.holds(seen, "RetryLimitExceeded");
  }

  private ImageState state(ImageId id, JsonNode seen) {
    if (exhausted(seen)) {
      var why =
          Seen.condition(seen, "RetryLimitExceeded")
              .or(() -> Seen.condition(seen, "Imported"))
              .map(told -> told.path("message").asText())
              .orElse("");
      return new Unclear(new Fault.Failed(what("download", id), why));
    }
    if (Seen.leaving(seen)) {
      return new Underway(Stage.REMOVING, "removing", Memo.NONE);
    }
    return Seen.holds(seen, "Imported")
        ? new Ready(namespace + "/" + Seen.name(seen))
        : new Underway(
            Stage.DOWNLOADING,
            "downloading: " + seen.at("/status/progress").asInt() + " %",
            Memo.NONE);
  }

  /** One step, with its trouble turned into an answer. */
  private interface Step {
    ImageState take() throws Trouble;
  }

  private static ImageState answer(Step step) {
    try {
      return step.take();
    } catch (Trouble trouble) {
      return new Unclear(trouble.fault());
    }
  }
}
