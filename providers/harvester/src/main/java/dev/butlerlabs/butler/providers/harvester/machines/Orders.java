package dev.butlerlabs.butler.providers.harvester.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.infra.HarvesterSettings;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Disk;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What keeps an order from being built here. */
final class Orders {

  /** What Kubernetes takes as a name; anything else would be read as another path. */
  private static final String NAME = "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?";

  private static final Pattern PLAIN = Pattern.compile(NAME);
  private static final Pattern QUALIFIED = Pattern.compile(NAME + "/" + NAME);
  private static final Pattern LABEL_KEY =
      Pattern.compile(
          "([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([\\w.-]{0,61}[A-Za-z0-9])?");
  private static final Pattern LABEL_VALUE =
      Pattern.compile("([A-Za-z0-9]([\\w.-]{0,61}[A-Za-z0-9])?)?");
  private static final long GIB = 1L << 30;

  private final KubeApi api;
  private final HarvesterSettings settings;

  Orders(KubeApi api, HarvesterSettings settings) {
    this.api = api;
    this.settings = settings;
  }

  /** Written namespace/name. */
  static boolean isQualified(String name) {
    return QUALIFIED.matcher(name).matches();
  }

  String namespace() {
    var own = settings.namespace();
    return own == null || own.isEmpty() ? "default" : own;
  }

  List<Fault> problems(MachineOrder order) throws Trouble {
    var problems = new ArrayList<Fault>();
    order.labels().forEach((key, value) -> label(key, value).ifPresent(problems::add));
    try {
      var image = image(order);
      imageProblem(image, order).ifPresent(problems::add);
    } catch (Trouble trouble) {
      keep(trouble, problems);
    }
    network().ifPresent(problems::add);
    var classes =
        Stream.concat(
                order.hardware().extraDisks().stream().map(Disk::storageClass),
                Stream.ofNullable(settings.storageClassName()))
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    for (var name : classes) {
      storageClass(name).ifPresent(problems::add);
    }
    return problems;
  }

  /** What an order names and is not there, is a problem; that nobody answers, is trouble. */
  private static void keep(Trouble trouble, List<Fault> problems) throws Trouble {
    switch (trouble.fault()) {
      case Fault.NotFound _, Fault.Invalid _ -> problems.add(trouble.fault());
      default -> throw trouble;
    }
  }

  private static Optional<Fault> label(String key, String value) {
    return LABEL_KEY.matcher(key).matches() && LABEL_VALUE.matcher(value).matches()
        ? Optional.empty()
        : Optional.of(
            new Fault.Invalid(
                "label the machine",
                "label " + key,
                "Harvester's labels are those of Kubernetes: up to 63 letters, digits, dots,"
                    + " dashes and underscores"));
  }

  /** The image an order starts from, as it is stored. */
  JsonNode image(MachineOrder order) throws Trouble {
    return image(imageName(order));
  }

  JsonNode image(String name) throws Trouble {
    var what = "look for image " + name;
    if (name.isEmpty()) {
      throw new Trouble(
          new Fault.Invalid(
              "choose an image", "image or spec.harvester.imageName", "neither names one"));
    }
    var qualified = isQualified(name);
    if (!qualified && !PLAIN.matcher(name).matches()) {
      throw new Trouble(unnamed(what, "image or spec.harvester.imageName"));
    }
    var path =
        qualified
            ? Kind.IMAGE.path(
                name.substring(0, name.indexOf('/')), name.substring(name.indexOf('/') + 1))
            : Kind.IMAGE.path(namespace(), name);
    return api.find(what, path)
        .orElseThrow(
            () ->
                new Trouble(
                    new Fault.NotFound(what, "image " + name, "Harvester has none of this name")));
  }

  private static Fault unnamed(String what, String field) {
    return new Fault.Invalid(
        what,
        field,
        "it is no name of an object: those have lower-case letters, digits, dots and dashes, an"
            + " image with its namespace and a slash before it");
  }

  private String imageName(MachineOrder order) {
    var own = order.boot().image();
    return own != null && !own.isEmpty()
        ? own
        : Objects.requireNonNullElse(settings.imageName(), "");
  }

  static Optional<Fault> imageProblem(JsonNode image, MachineOrder order) {
    var what = "start from image " + Seen.name(image);
    if (image.at("/spec/backend").asText().equals("cdi")) {
      return Optional.of(
          new Fault.Invalid(
              what,
              "the image",
              "it is kept by CDI; machines are made from images with the backend backingimage"));
    }
    var size = image.at("/status/virtualSize").asLong();
    return size > order.hardware().diskGB() * GIB
        ? Optional.of(
            new Fault.Invalid(
                what,
                "diskGB",
                "the image needs a disk of %d GB".formatted((size + GIB - 1) / GIB)))
        : Optional.empty();
  }

  Optional<Fault> network() throws Trouble {
    var name = settings.networkName();
    var at = name.indexOf('/');
    var what = "look for network " + name;
    var there = api.find(what, Kind.NETWORK.path(name.substring(0, at), name.substring(at + 1)));
    return there.isPresent()
        ? Optional.empty()
        : Optional.of(
            new Fault.NotFound(what, "network " + name, "Harvester has none of this name"));
  }

  private Optional<Fault> storageClass(String name) throws Trouble {
    var what = "look for storage class " + name;
    if (!PLAIN.matcher(name).matches()) {
      return Optional.of(unnamed(what, "storageClass or spec.harvester.storageClassName"));
    }
    return api.find(what, Kind.STORAGE_CLASS.path("", name)).isPresent()
        ? Optional.empty()
        : Optional.of(
            new Fault.NotFound(what, "storage class " + name, "Harvester has none of this name"));
  }
}
