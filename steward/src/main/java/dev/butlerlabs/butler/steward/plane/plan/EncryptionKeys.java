package dev.butlerlabs.butler.steward.plane.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.steward.ApiServerSecurity.Cipher;
import dev.butlerlabs.butler.kernel.Checksum;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The keys with which an API server encrypts what it stores: for each resource a row of providers,
 * of which the first writes and all read.
 *
 * <p>Every change is one of four steps, and between two of them every pod is replaced: a provider
 * is added at the end (read by all before anyone writes with it), it is put first, what is stored
 * is written anew, what nobody needs to read any more is taken away. Plain text is a provider like
 * any other, so switching encryption on and off takes the same steps as a new key.
 *
 * @param rows by resource
 * @param rewritten the {@link #writers} with which everything that is stored was written last
 */
public record EncryptionKeys(SortedMap<String, List<Provider>> rows, String rewritten) {

  public static final String CONFIG = "config.yaml";

  private static final String REWRITTEN = "rewritten";
  private static final Provider PLAIN = new Provider("identity", "identity", "");
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  /** One way to write and read; it prints without its key. */
  record Provider(String name, String cipher, String secret) {

    int number() {
      return name.startsWith("key-") ? Integer.parseInt(name.substring(4)) : 0;
    }

    @Override
    public String toString() {
      return name + " (" + cipher + ")";
    }
  }

  public EncryptionKeys {
    var copy = new TreeMap<String, List<Provider>>();
    rows.forEach((resource, row) -> copy.put(resource, List.copyOf(row)));
    rows = Collections.unmodifiableSortedMap(copy);
  }

  /** What is stored; empty when there is nothing, or nothing that can be read. */
  public static Optional<EncryptionKeys> in(Observation seen) {
    return seen.find(Part.ENCRYPTION).flatMap(EncryptionKeys::parse);
  }

  private static Optional<EncryptionKeys> parse(Keys keys) {
    try {
      var rows = new TreeMap<String, List<Provider>>();
      for (var entry : YAML.readTree(keys.text(CONFIG)).path("resources")) {
        var row = new ArrayList<Provider>();
        entry.path("providers").forEach(provider -> row.add(provider(provider)));
        rows.put(entry.at("/resources/0").asText(), row);
      }
      return keys.data().containsKey(CONFIG)
          ? Optional.of(new EncryptionKeys(rows, keys.text(REWRITTEN)))
          : Optional.empty();
    } catch (JsonProcessingException | NumberFormatException broken) {
      return Optional.empty();
    }
  }

  private static Provider provider(JsonNode node) {
    var cipher = node.fieldNames().next();
    var key = node.path(cipher).at("/keys/0");
    return cipher.equals(PLAIN.cipher())
        ? PLAIN
        : new Provider(key.path("name").asText(), cipher, key.path("secret").asText());
  }

  /** Of a tenant that has stored nothing yet: what it writes is encrypted from the start. */
  public static EncryptionKeys first(Collection<String> resources, Cipher cipher, String secret) {
    var key = new Provider("key-1", wire(cipher), secret);
    var rows = new TreeMap<String, List<Provider>>();
    resources.forEach(resource -> rows.put(resource, List.of(key, PLAIN)));
    var made = new EncryptionKeys(rows, "");
    return new EncryptionKeys(rows, made.writers());
  }

  /** Of a tenant that has stored things in plain text: the key can be read with, as a start. */
  public static EncryptionKeys later(Collection<String> resources, Cipher cipher, String secret) {
    var rows = new TreeMap<String, List<Provider>>();
    var key = new Provider("key-1", wire(cipher), secret);
    resources.forEach(resource -> rows.put(resource, List.of(PLAIN, key)));
    return new EncryptionKeys(rows, "");
  }

  private static String wire(Cipher cipher) {
    return cipher.name().toLowerCase(Locale.ROOT);
  }

  /** The key that is to write: the newest. */
  private Optional<Provider> newest() {
    return rows.values().stream()
        .flatMap(List::stream)
        .filter(provider -> provider.number() > 0)
        .max(Comparator.comparingInt(Provider::number));
  }

  boolean writesWith(Cipher cipher) {
    return newest().filter(key -> key.cipher().equals(wire(cipher))).isPresent();
  }

  /** One more key, read with from now on. */
  public EncryptionKeys introduced(Collection<String> resources, Cipher cipher, String secret) {
    var number = newest().map(Provider::number).orElse(0) + 1;
    var key = new Provider("key-" + number, wire(cipher), secret);
    var grown = new TreeMap<>(rows);
    grown.replaceAll((_, row) -> with(row, key));
    resources.forEach(resource -> grown.putIfAbsent(resource, List.of(PLAIN, key)));
    return new EncryptionKeys(grown, rewritten);
  }

  /** The same with rows for resources that have none, which are stored in plain text so far. */
  EncryptionKeys reading(Collection<String> resources) {
    var key = newest();
    var grown = new TreeMap<>(rows);
    for (var resource : resources) {
      key.ifPresent(newest -> grown.putIfAbsent(resource, List.of(PLAIN, newest)));
    }
    key.ifPresent(newest -> grown.replaceAll((_, row) -> with(with(row, newest), PLAIN)));
    return new EncryptionKeys(grown, rewritten);
  }

  private static List<Provider> with(List<Provider> row, Provider provider) {
    if (row.contains(provider)) {
      return row;
    }
    var longer = new ArrayList<>(row);
    longer.add(provider);
    return longer;
  }

  /**
   * The same, each resource written with what it shall be written with. Who writes again what
   * somebody else wrote meanwhile has not rewritten it.
   */
  EncryptionKeys writing(Collection<String> resources) {
    var turned = new TreeMap<String, List<Provider>>();
    rows.forEach(
        (resource, row) -> {
          var writer = resources.contains(resource) ? newest().orElse(PLAIN) : PLAIN;
          var turnedRow = new ArrayList<>(row);
          turnedRow.remove(writer);
          turnedRow.addFirst(writer);
          turned.put(resource, turnedRow);
        });
    return turned.equals(rows) ? this : new EncryptionKeys(turned, "");
  }

  /** The same without what nothing is written with; plain text can be read for ever. */
  EncryptionKeys trimmed(Collection<String> resources) {
    var kept = new TreeMap<String, List<Provider>>();
    rows.forEach(
        (resource, row) -> {
          if (resources.contains(resource)) {
            kept.put(resource, with(List.of(row.getFirst()), PLAIN));
          }
        });
    var made = new EncryptionKeys(kept, "");
    return new EncryptionKeys(kept, made.writers());
  }

  /** Who writes what, as one text. */
  String writers() {
    return rows.entrySet().stream()
        .map(row -> row.getKey() + "=" + row.getValue().getFirst().name())
        .collect(Collectors.joining(","));
  }

  boolean settled() {
    return rewritten.equals(writers());
  }

  EncryptionKeys settledNow() {
    return new EncryptionKeys(rows, writers());
  }

  /** As it is stored. */
  public Map<String, String> data() {
    return Map.of(CONFIG, config(), REWRITTEN, rewritten);
  }

  /** What pods mount, and for which they are replaced. */
  String checksum() {
    return Checksum.of(config()).text();
  }

  private String config() {
    var root = YAML.createObjectNode();
    root.put("apiVersion", "apiserver.config.k8s.io/v1").put("kind", "EncryptionConfiguration");
    var entries = root.putArray("resources");
    rows.forEach(
        (resource, row) -> {
          var entry = entries.addObject();
          entry.putArray("resources").add(resource);
          var providers = entry.putArray("providers");
          row.forEach(provider -> write(providers.addObject(), provider));
        });
    try {
      return YAML.writeValueAsString(root);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a tree can always be written", impossible);
    }
  }

  private static void write(ObjectNode entry, Provider provider) {
    var body = entry.putObject(provider.cipher());
    if (!provider.equals(PLAIN)) {
      body.putArray("keys")
          .addObject()
          .put("name", provider.name())
          .put("secret", provider.secret());
    }
  }
}
