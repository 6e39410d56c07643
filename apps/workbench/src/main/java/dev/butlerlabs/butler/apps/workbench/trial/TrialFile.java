package dev.butlerlabs.butler.apps.workbench.trial;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.MachineRequestSpec;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.apps.workbench.console.Refusal;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Credentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A file with a ProviderConfig, its Secret and, if the machine is to be another than the usual
 * small one, a MachineRequest. Nothing of the file's content is quoted when it cannot be read.
 */
public record TrialFile(Account account, MachineRequestSpec machine) {

  private static final YAMLMapper YAML = new YAMLMapper();
  private static final ObjectMapper WIRE = WireFormat.mapper();
  private static final String CONFIG = "ProviderConfig";
  private static final String SECRET = "Secret";
  private static final String MACHINE = "MachineRequest";

  /**
   * Reads it, or refuses with what is missing.
   *
   * @param name of the machine that will be made, whatever the MachineRequest calls it
   */
  public static TrialFile read(Path file, String name) {
    var documents = documents(file);
    var config = documents.get(CONFIG);
    if (config == null) {
      throw new Refusal(
          file.toString(),
          "it holds no ProviderConfig",
          "write one, and below --- the Secret it names; samples/providerconfig.yaml shows how");
    }
    var key = key(config);
    var spec = as(ProviderConfigSpec.class, file, CONFIG, config.path("spec"));
    var type = spec.effectiveProvider();
    if (type.isEmpty()) {
      throw new Refusal(
          file.toString(), "spec.provider of the ProviderConfig names no platform", "name one");
    }
    var account =
        new Account(key, spec, credentials(file, type.get(), spec, documents.get(SECRET)));
    return new TrialFile(account, machine(file, key, name, documents.get(MACHINE)));
  }

  private static Map<String, JsonNode> documents(Path file) {
    var found = new HashMap<String, JsonNode>();
    try (var reader = Files.newBufferedReader(file);
        var values = YAML.readerFor(JsonNode.class).<JsonNode>readValues(reader)) {
      while (values.hasNextValue()) {
        var document = values.nextValue();
        var kind = document.path("kind").asText();
        if (document.isObject() && !Set.of(CONFIG, SECRET, MACHINE).contains(kind)) {
          throw new Refusal(
              file.toString(),
              "it holds a \"" + kind + "\", which a trial has no use for",
              "leave in it one ProviderConfig, its Secret and at most one MachineRequest");
        }
        if (document.isObject() && found.put(kind, document) != null) {
          throw new Refusal(
              file.toString(), "it holds more than one " + kind, "leave the one to be tried");
        }
      }
    } catch (JsonProcessingException wrong) {
      // Its own message would quote the lines around, which may be the Secret's.
      var at = wrong.getLocation();
      throw new Refusal(
          file.toString(),
          "it is no YAML" + (at == null ? "" : " from line " + at.getLineNr() + " on"),
          "correct it");
    } catch (IOException unreadable) {
      throw new Refusal(
          file.toString(),
          "it cannot be read (" + unreadable.getClass().getSimpleName() + ")",
          "name a file with a ProviderConfig and its Secret");
    }
    return found;
  }

  private static Credentials credentials(
      Path file, ProviderType type, ProviderConfigSpec spec, @Nullable JsonNode secret) {
    var named = spec.effectiveCredentialsRef().map(ref -> ref.name());
    if (named.isEmpty() && type == ProviderType.LOCAL) {
      return Credentials.none();
    }
    if (named.isEmpty() || secret == null) {
      throw new Refusal(
          file.toString(),
          named
              .map(name -> "the Secret \"" + name + "\" that the ProviderConfig names is not in it")
              .orElse("the ProviderConfig names no Secret in spec.credentialsRef"),
          "put the Secret below the ProviderConfig, with --- between");
    }
    if (!secret.path("metadata").path("name").asText().equals(named.get())) {
      throw new Refusal(
          file.toString(),
          "the ProviderConfig names the Secret \"%s\" and the file holds \"%s\""
              .formatted(named.get(), secret.path("metadata").path("name").asText()),
          "give both the same name");
    }
    return Credentials.of(content(file, secret));
  }

  private static Map<String, String> content(Path file, JsonNode secret) {
    var values = new HashMap<String, String>();
    for (var field : secret.path("data").properties()) {
      try {
        var decoded = Base64.getMimeDecoder().decode(field.getValue().asText());
        values.put(field.getKey(), new String(decoded, UTF_8));
      } catch (IllegalArgumentException notBase64) {
        throw new Refusal(
            file.toString(),
            "data." + field.getKey() + " of the Secret is not base64",
            "encode it, or write it as it is under stringData");
      }
    }
    secret
        .path("stringData")
        .properties()
        .forEach(field -> values.put(field.getKey(), field.getValue().asText()));
    return values;
  }

  /** The usual small machine, with whatever the MachineRequest says in place of it. */
  private static MachineRequestSpec machine(
      Path file, ObjectKey config, String name, @Nullable JsonNode request) {
    ObjectNode spec = JsonNodeFactory.instance.objectNode();
    spec.put("role", "worker").put("cpu", 1).put("memoryMB", 2048).put("diskGB", 20);
    Optional.ofNullable(request)
        .map(given -> given.path("spec"))
        .filter(JsonNode::isObject)
        .ifPresent(given -> spec.setAll((ObjectNode) given));
    spec.putObject("providerRef").put("name", config.name());
    spec.put("machineName", name);
    return as(MachineRequestSpec.class, file, MACHINE, spec);
  }

  /** Reading passes over what it does not know; here a field that would be lost is refused. */
  private static <T> T as(Class<T> type, Path file, String kind, JsonNode spec) {
    T read;
    try {
      read = WIRE.treeToValue(spec, type);
    } catch (JsonProcessingException wrong) {
      var path =
          wrong instanceof JsonMappingException mapping
              ? mapping.getPath().stream()
                  .map(part -> part.getFieldName() == null ? "" : "." + part.getFieldName())
                  .collect(Collectors.joining())
              : "";
      throw new Refusal(
          file.toString(),
          "spec" + path + " of the " + kind + " is not of the kind it should be",
          "correct it");
    }
    Fields.lost(spec, WIRE.valueToTree(read))
        .ifPresent(
            field -> {
              throw new Refusal(
                  file.toString(),
                  "spec." + field + " of the " + kind + " is unknown, or has no such value",
                  "correct it; docs/contracts has a page for each platform");
            });
    return read;
  }

  private static ObjectKey key(JsonNode object) {
    var metadata = object.path("metadata");
    return new ObjectKey(
        metadata.path("namespace").asText("butler-system"),
        metadata.path("name").asText("unnamed"));
  }
}
