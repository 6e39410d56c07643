package dev.butlerlabs.butler.sandbox.node.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.sandbox.node.pod.Volume.Item;
import dev.butlerlabs.butler.sandbox.node.pod.Volume.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the volumes of a pod. */
final class VolumeReader {

  private static final int USUAL_MODE = 0644;
  private static final int TOKEN_LIFE = 3600;

  private static final Set<String> OBJECT =
      Set.of("name", "secretName", "items", "optional", "defaultMode");

  private final Fields fields;

  VolumeReader(Fields fields) {
    this.fields = fields;
  }

  List<Volume> read(JsonNode volumes) {
    var read = new ArrayList<Volume>();
    for (var volume : volumes) {
      var name = volume.path("name").asText();
      read.add(volume(name, volume, "spec.volumes[" + name + "]"));
    }
    return read;
  }

  private Volume volume(String name, JsonNode volume, String path) {
    fields.only(
        volume,
        path,
        Set.of("name", "secret", "configMap", "projected", "downwardAPI", "emptyDir", "hostPath"));
    if (volume.has("secret")) {
      return volume(name, volume.path("secret"), object(volume.path("secret"), path, true));
    }
    if (volume.has("configMap")) {
      var source = volume.path("configMap");
      return volume(name, source, object(source, path, false));
    }
    if (volume.has("downwardAPI")) {
      return volume(name, volume.path("downwardAPI"), downward(volume.path("downwardAPI"), path));
    }
    if (volume.has("projected")) {
      return projected(name, volume.path("projected"), path);
    }
    if (volume.has("hostPath")) {
      return volume(name, volume, new Part.Host(volume.path("hostPath").path("path").asText()));
    }
    return volume(name, volume, empty(name, volume.path("emptyDir"), path));
  }

  /** It is a folder of this machine's disk, and as large as that. */
  private Part empty(String name, JsonNode source, String path) {
    fields.only(source, path + ".emptyDir", Set.of("medium", "sizeLimit"));
    var ignored = new ArrayList<String>();
    for (var field : List.of("medium", "sizeLimit")) {
      var asked = source.path(field).asText("");
      if (!asked.isEmpty()) {
        ignored.add("%s %s of volume %s".formatted(field, asked, name));
      }
    }
    return new Part.Empty(ignored);
  }

  private static Volume volume(String name, JsonNode source, Part part) {
    return new Volume(name, source.path("defaultMode").asInt(USUAL_MODE), List.of(part));
  }

  private Volume projected(String name, JsonNode source, String path) {
    var parts = new ArrayList<Part>();
    for (var part : source.path("sources")) {
      var known = Set.of("secret", "configMap", "downwardAPI", "serviceAccountToken");
      fields.only(part, path + ".projected", known);
      if (part.has("secret")) {
        parts.add(object(part.path("secret"), path, true));
      } else if (part.has("configMap")) {
        parts.add(object(part.path("configMap"), path, false));
      } else if (part.has("downwardAPI")) {
        parts.add(downward(part.path("downwardAPI"), path));
      } else if (part.has("serviceAccountToken")) {
        parts.add(token(part.path("serviceAccountToken")));
      }
    }
    return new Volume(name, source.path("defaultMode").asInt(USUAL_MODE), parts);
  }

  private Part object(JsonNode source, String path, boolean secret) {
    fields.only(source, path, OBJECT);
    var items = new LinkedHashMap<String, Item>();
    for (var item : source.path("items")) {
      items.put(
          item.path("key").asText(),
          new Item(item.path("path").asText(), item.path("mode").asInt(-1)));
    }
    var name = source.path("secretName").asText(source.path("name").asText());
    var kind = secret ? ObjectRef.Kind.SECRET : ObjectRef.Kind.CONFIG_MAP;
    return new Part.FromObject(kind, name, items, source.path("optional").asBoolean(false));
  }

  private Part downward(JsonNode source, String path) {
    Map<String, String> files = new LinkedHashMap<>();
    for (var item : source.path("items")) {
      fields.only(item, path + ".downwardAPI", Set.of("path", "fieldRef"));
      files.put(item.path("path").asText(), item.at("/fieldRef/fieldPath").asText());
    }
    return new Part.Downward(files);
  }

  private static Part token(JsonNode source) {
    return new Part.Token(
        source.path("path").asText("token"),
        source.path("audience").asText(""),
        source.path("expirationSeconds").asInt(TOKEN_LIFE));
  }
}
