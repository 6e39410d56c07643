package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Absent;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Ready;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Stage;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Unclear;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Underway;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Images on Google Cloud, made of an archive in Cloud Storage. Google fetches from nowhere else and
 * checks no SHA-256; what it cannot do is refused, not left out.
 */
final class GcpImages implements ImageDriver {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String COLLECTION = "global/images";
  private static final String STORAGE = "https://storage.googleapis.com/";
  private static final String WHAT = "look whether the image can be made";

  private final Resources resources;
  private final InstantSource clock;

  GcpImages(Resources resources, InstantSource clock) {
    this.resources = resources;
    this.clock = clock;
  }

  @Override
  public List<Fault> validate(ImageOrder order) {
    var problems = new ArrayList<Fault>();
    if (!source(order).matches(STORAGE + "[^/]+/.+\\.tar\\.gz")) {
      problems.add(
          new Fault.Invalid(
              WHAT,
              "the image's source",
              "Google makes images of an archive NAME.tar.gz with a file disk.raw in Cloud Storage,"
                  + " and of nothing else; put it there"));
    }
    if (order.sha256() != null) {
      problems.add(
          new Fault.Invalid(
              WHAT, "the image's checksum", "Google checks no SHA-256; leave it out"));
    }
    if (order.transfer() == TransferMode.PROXY) {
      problems.add(
          new Fault.Invalid(WHAT, "spec.transferMode", "Google fetches the file itself: direct"));
    }
    return problems;
  }

  private static String source(ImageOrder order) {
    return order.source().toString().replaceFirst("^gs://", STORAGE);
  }

  @Override
  public ImageState observe(ImageId id, Memo memo) {
    return answer(() -> seen(id, memo).orElseGet(Absent::new));
  }

  /** Empty when nothing of ours is there or comes. */
  private Optional<ImageState> seen(ImageId id, Memo memo) throws Trouble {
    var found = resources.find(path(id));
    if (found.isPresent() && Marks.prove(found.get().path("labels"), id.uid())) {
      return Optional.of(
          switch (found.get().path("status").asText()) {
            case "READY" -> new Ready(resources.full(path(id)));
            case "FAILED" ->
                new Unclear(new Fault.Failed("make image " + id.name(), "its status is FAILED"));
            case "DELETING" -> new Underway(Stage.REMOVING, "Google removes it", memo);
            default -> new Underway(Stage.DOWNLOADING, "Google makes it", memo, task(memo));
          });
    }
    if (found.isPresent()) {
      return Optional.empty();
    }
    var operation = operation(memo);
    if (operation.filter(Operation::running).isPresent()) {
      return Optional.of(new Underway(Stage.DOWNLOADING, "Google works on it", memo, memo.text()));
    }
    return operation
        .filter(last -> last.failed() && last.fresh(clock.instant()))
        .map(last -> new Unclear(last.fault("make image " + id.name())));
  }

  @Override
  public ImageState ensure(ImageId id, ImageOrder order, Memo memo) {
    return answer(
        () -> {
          var problems = validate(order);
          if (!problems.isEmpty()) {
            return new Unclear(problems.getFirst());
          }
          var seen = seen(id, memo);
          if (seen.isPresent()) {
            return seen.get();
          }
          if (resources.find(path(id)).isPresent()) {
            return new Unclear(new Fault.Conflict("make image " + id.name(), path(id)));
          }
          var operation = resources.insert("make image " + id.name(), COLLECTION, body(id, order));
          return new Underway(Stage.DOWNLOADING, "making it", new Memo(operation), operation);
        });
  }

  private static ObjectNode body(ImageId id, ImageOrder order) {
    var body = JSON.createObjectNode().put("name", id.name());
    body.put("description", "Made by Butler from " + order.source());
    body.put("architecture", order.architecture() == Architecture.ARM64 ? "ARM64" : "X86_64");
    body.putObject("rawDisk").put("source", source(order)).put("containerType", "TAR");
    Marks.owner(id.uid()).forEach(body.putObject("labels")::put);
    var features = body.putArray("guestOsFeatures");
    features.addObject().put("type", "UEFI_COMPATIBLE");
    features.addObject().put("type", "GVNIC");
    return body;
  }

  @Override
  public ImageState remove(ImageId id, Memo memo) {
    return answer(
        () -> {
          var operation = operation(memo);
          if (operation.filter(Operation::running).isPresent()) {
            return new Underway(Stage.REMOVING, "waiting for Google", memo);
          }
          if (operation.filter(last -> last.type().equals("delete") && last.failed()).isPresent()
              && operation.get().fresh(clock.instant())) {
            return new Unclear(operation.get().fault("remove image " + id.name()));
          }
          return ours(id)
              ? new Underway(
                  Stage.REMOVING,
                  "removing",
                  new Memo(resources.delete("remove image " + id.name(), path(id))))
              : gone(id, memo);
        });
  }

  /** Nothing is to be seen; it may be on its way. */
  private ImageState gone(ImageId id, Memo memo) throws Trouble {
    return resources.busy("global", List.of(path(id))) || ours(id)
        ? new Underway(Stage.REMOVING, "waiting for Google", memo)
        : new Absent();
  }

  private boolean ours(ImageId id) throws Trouble {
    return resources
        .find(path(id))
        .filter(image -> Marks.prove(image.path("labels"), id.uid()))
        .isPresent();
  }

  /** The operation that was noted. */
  private static @Nullable String task(Memo memo) {
    return memo.isEmpty() ? null : memo.text();
  }

  private Optional<Operation> operation(Memo memo) throws Trouble {
    return memo.isEmpty() ? Optional.empty() : resources.operation(memo.text());
  }

  private static String path(ImageId id) {
    return COLLECTION + "/" + id.name();
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
