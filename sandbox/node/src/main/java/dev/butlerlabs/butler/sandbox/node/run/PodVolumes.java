package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.sandbox.node.plan.Lookup;
import dev.butlerlabs.butler.sandbox.node.plan.Missing;
import dev.butlerlabs.butler.sandbox.node.plan.PodFacts;
import dev.butlerlabs.butler.sandbox.node.plan.VolumeFiles;
import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder;
import dev.butlerlabs.butler.sandbox.node.pod.Volume;
import dev.butlerlabs.butler.sandbox.node.pod.Volume.Part;
import dev.butlerlabs.butler.sandbox.node.run.Jail.Bind;
import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The volumes of one pod as folders of this machine. */
final class PodVolumes {

  private final NodeScene scene;
  private final PodFacts facts;
  private final Map<String, VolumeFolder> folders = new HashMap<>();
  private final Map<String, Map<String, Tokens.Token>> tokens = new HashMap<>();

  PodVolumes(NodeScene scene, PodFacts facts) {
    this.scene = scene;
    this.facts = facts;
  }

  Lookup lookup() {
    return new Lookup(scene.feed().known(facts.order().references()));
  }

  /** Brings all files up to date; tells what is not there yet, leaving older files as they are. */
  Optional<Missing> refresh() throws InterruptedException {
    var lookup = lookup();
    for (var volume : facts.order().volumes()) {
      var missing = refresh(volume, lookup);
      if (missing.isPresent()) {
        return missing;
      }
    }
    return Optional.empty();
  }

  private Optional<Missing> refresh(Volume volume, Lookup lookup) throws InterruptedException {
    if (volume.plain()) {
      return allowed(volume);
    }
    try {
      var files = VolumeFiles.of(volume, facts, lookup, tokens(volume));
      return switch (files) {
        case VolumeFiles.NotYet(var missing) -> Optional.of(missing);
        case VolumeFiles.Known(var known) -> {
          folder(volume).write(known);
          yield Optional.empty();
        }
      };
    } catch (IOException e) {
      return Optional.of(
          new Missing(
              Missing.CONFIG,
              "the volume %s could not be written: %s".formatted(volume.name(), e.getMessage())));
    }
  }

  private Optional<Missing> allowed(Volume volume) {
    for (var part : volume.parts()) {
      if (part instanceof Part.Host(var path) && !allowed(path)) {
        return Optional.of(
            new Missing(
                Missing.CONFIG,
                "the volume %s asks for %s of this machine, and the process node gives only %s"
                    .formatted(volume.name(), path, scene.hostFolders())));
      }
    }
    return Optional.empty();
  }

  private boolean allowed(String path) {
    var asked = Path.of(path).normalize();
    return scene.hostFolders().stream().anyMatch(asked::startsWith);
  }

  /** Gets tokens that are missing or due; one that cannot be had leaves the old one in place. */
  private Map<String, String> tokens(Volume volume) throws IOException, InterruptedException {
    var held = tokens.computeIfAbsent(volume.name(), _ -> new HashMap<>());
    var now = scene.timeline().instant();
    for (var part : volume.parts()) {
      if (part instanceof Part.Token wanted) {
        var old = held.get(wanted.path());
        if (old == null || !now.isBefore(old.renewAt())) {
          held.put(wanted.path(), scene.tokens().issue(facts.order(), wanted));
        }
      }
    }
    var values = new HashMap<String, String>();
    held.forEach((path, token) -> values.put(path, token.reveal()));
    return values;
  }

  /** When the next token is due. */
  Optional<Instant> nextRenewal() {
    return tokens.values().stream()
        .flatMap(held -> held.values().stream())
        .map(Tokens.Token::renewAt)
        .min(Instant::compareTo);
  }

  private VolumeFolder folder(Volume volume) {
    return folders.computeIfAbsent(
        volume.name(),
        name -> new VolumeFolder(scene.launcher().folders().volume(facts.order().pod(), name)));
  }

  List<Bind> mounts(ContainerOrder container) {
    var binds = new ArrayList<Bind>();
    for (var mount : container.mounts()) {
      for (var volume : facts.order().volumes()) {
        if (volume.name().equals(mount.volume())) {
          // What comes from the API is nobody's to write, whatever the mount says.
          var readOnly = mount.readOnly() || !volume.plain();
          binds.add(new Bind(source(volume, mount.subPath()), mount.path(), readOnly));
        }
      }
    }
    return binds;
  }

  private Path source(Volume volume, String subPath) {
    if (volume.parts().size() == 1 && volume.parts().getFirst() instanceof Part.Host(var path)) {
      return Path.of(path).resolve(subPath);
    }
    var folder = scene.launcher().folders().volume(facts.order().pod(), volume.name());
    PrivateFiles.folder(folder);
    if (subPath.isEmpty()) {
      return folder;
    }
    var below = folder.resolve(subPath).normalize();
    if (!below.startsWith(folder)) {
      return folder;
    }
    return volume.plain() ? PrivateFiles.folder(below) : below;
  }
}
