package dev.butlerlabs.butler.providers.nutanix.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Images through v3. Prism fetches and checks them; the way is that of a machine. */
final class V3Images implements ImageDriver {

  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMinutes(1);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final V3Api api;
  private final InstantSource clock;

  V3Images(V3Api api, InstantSource clock) {
    this.api = api;
    this.clock = clock;
  }

  /** What was found: nothing, or an image with or without our mark. */
  private record Look(Optional<Note> note, Optional<V3Entity> image) {}

  @Override
  public List<Fault> validate(ImageOrder order) {
    return ImageOrders.problems(order);
  }

  @Override
  public ImageState observe(ImageId id, Memo memo) {
    return answer(
        () -> {
          var look = look(id, memo);
          if (look.image().isEmpty()) {
            return new Absent();
          }
          return seen(id, look.image().get(), memo);
        });
  }

  @Override
  public ImageState ensure(ImageId id, ImageOrder order, Memo memo) {
    var problems = ImageOrders.problems(order);
    if (!problems.isEmpty()) {
      return new Unclear(problems.getFirst());
    }
    return answer(
        () -> {
          var look = look(id, memo);
          return look.image().isEmpty()
              ? begin(id, order, look.note())
              : proceed(id, look.image().get(), look.note(), memo);
        });
  }

  @Override
  public ImageState remove(ImageId id, Memo memo) {
    return answer(
        () -> {
          var look = look(id, memo);
          if (look.image().isEmpty()) {
            return sweep(id);
          }
          var image = look.image().get();
          if (!image.marked(id.uid())) {
            return unmarked(id, image);
          }
          if (!image.underway()) {
            api.deleteImage("remove image " + id.name() + ", " + image, image);
          }
          return new Underway(Stage.REMOVING, "removing " + image, memo);
        });
  }

  private Look look(ImageId id, Memo memo) throws Trouble {
    var note = Note.read(memo);
    if (note.isPresent()) {
      return new Look(note, api.imageEntity(note.get().uuid()));
    }
    for (var listed : api.images(id.name())) {
      if (listed.marked(id.uid())) {
        var image = api.imageEntity(listed.uuid());
        if (image.isPresent()) {
          return new Look(note, image);
        }
      }
    }
    var kept = api.reserved(Marks.owner(id.uid()));
    var image = kept.isEmpty() ? Optional.<V3Entity>empty() : api.imageEntity(kept.get());
    return new Look(note, image.filter(found -> found.marked(id.uid())));
  }

  private ImageState seen(ImageId id, V3Entity image, Memo memo) {
    if (!image.marked(id.uid())) {
      return unmarked(id, image);
    }
    if (image.underway()) {
      return new Underway(Stage.DOWNLOADING, "Prism Central fetches it: " + image.state(), memo);
    }
    return image.failed()
        ? new Unclear(failure(id, image))
        : new Ready(image.uuid(), ImageOrders.checked(image.body()));
  }

  private static ImageState unmarked(ImageId id, V3Entity image) {
    return new Unclear(
        new Fault.Invalid(
            "look at image " + id.name(),
            "the description of " + image + " in Prism Central",
            "it lacks the line " + Marks.owner(id.uid()) + "; put it back, or remove the image"));
  }

  /** Prism took the order and could not do it, whatever word it has for that. */
  private Fault failure(ImageId id, V3Entity image) {
    var told =
        PrismFaults.told(
            "bring image " + id.name() + ", " + image,
            image.reason(),
            api.client().redact(image.message(), List.of()));
    return told instanceof Fault.Quota ? told : new Fault.Failed(told.what(), told.detail());
  }

  private ImageState begin(ImageId id, ImageOrder order, Optional<Note> note) throws Trouble {
    for (var listed : api.images(id.name())) {
      if (!listed.marked(id.uid()) && api.imageEntity(listed.uuid()).isPresent()) {
        return new Unclear(new Fault.Conflict("bring image " + id.name(), listed.toString()));
      }
    }
    if (note.isEmpty() || note.get().spent()) {
      var uuid = api.reserveAnew(Marks.owner(id.uid()), note.map(Note::uuid).orElse(""));
      return new Underway(
          Stage.DOWNLOADING,
          "reserved image " + uuid,
          new Note(uuid, new Site("", "", ""), false).memo());
    }
    return create(id, order, note.get());
  }

  private ImageState create(ImageId id, ImageOrder order, Note note) throws Trouble {
    try {
      api.createImage(
          "bring image %s as %s".formatted(id.name(), note.uuid()), intent(id, order, note));
    } catch (Trouble trouble) {
      if (!trouble.because("ENTITY_ALREADY_EXISTS")) {
        throw trouble;
      }
      if (api.imageEntity(note.uuid()).isEmpty()) {
        return new Underway(
            Stage.DOWNLOADING,
            "image " + note.uuid() + " is gone again",
            Note.spent(note.uuid()).memo());
      }
    }
    return new Underway(Stage.DOWNLOADING, "fetching image " + note.uuid(), note.memo());
  }

  private static JsonNode intent(ImageId id, ImageOrder order, Note note) {
    var intent = JSON.createObjectNode().put("api_version", "3.1.0");
    intent.putObject("metadata").put("kind", "image").put("uuid", note.uuid());
    var spec = intent.putObject("spec").put("name", id.name());
    spec.put("description", Marks.description("image", id.name(), id.uid(), Map.of()));
    var resources = spec.putObject("resources").put("image_type", ImageOrders.type(order));
    resources.put("source_uri", order.source().toString());
    if (order.sha256() != null) {
      resources
          .putObject("checksum")
          .put("checksum_algorithm", "SHA_256")
          .put("checksum_value", order.sha256());
    }
    return intent;
  }

  private ImageState proceed(ImageId id, V3Entity image, Optional<Note> note, Memo memo)
      throws Trouble {
    var seen = seen(id, image, memo);
    if (!image.marked(id.uid()) || !image.neverMade()) {
      return seen;
    }
    if (image.changed().plus(PAUSE_AFTER_FAILURE).isAfter(clock.instant())) {
      return seen;
    }
    if (note.filter(Note::spent).isPresent()) {
      api.deleteImage("clear the failed attempt at image " + id.name(), image);
      return new Underway(Stage.DOWNLOADING, "clearing the failed attempt", memo);
    }
    return new Underway(Stage.DOWNLOADING, "the attempt failed", Note.spent(image.uuid()).memo());
  }

  private ImageState sweep(ImageId id) throws Trouble {
    var owner = Marks.owner(id.uid());
    if (api.reserved(owner).isPresent()) {
      api.release(owner);
    }
    return new Absent();
  }

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
