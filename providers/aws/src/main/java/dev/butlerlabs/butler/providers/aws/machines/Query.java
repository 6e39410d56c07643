package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parameters of one call, in AWS's spelling: lists are numbered from 1. */
final class Query {

  private final Map<String, String> fields = new LinkedHashMap<>();
  private final List<SecretText> secrets = new ArrayList<>();

  Query with(String name, Object value) {
    fields.put(name, String.valueOf(value));
    return this;
  }

  /** A value nobody may see, in every form it is known in. */
  Query with(String name, SecretText value, SecretText plain) {
    secrets.add(value);
    secrets.add(plain);
    return with(name, value.reveal());
  }

  Query list(String name, Collection<String> values) {
    var number = 0;
    for (var value : values) {
      with(name + "." + ++number, value);
    }
    return this;
  }

  /** One more filter. */
  Query filter(String name, String... values) {
    var number = 1;
    while (fields.containsKey("Filter." + number + ".Name")) {
      number++;
    }
    with("Filter." + number + ".Name", name);
    return list("Filter." + number + ".Value", List.of(values));
  }

  /** Tags for things of this kind that the call makes. */
  Query tagging(int number, String kind, Map<String, String> tags) {
    var prefix = "TagSpecification." + number;
    with(prefix + ".ResourceType", kind);
    return tags(prefix + ".Tag", tags);
  }

  Query tags(String prefix, Map<String, String> tags) {
    var number = 0;
    for (var tag : tags.entrySet()) {
      number++;
      with(prefix + "." + number + ".Key", tag.getKey());
      with(prefix + "." + number + ".Value", tag.getValue());
    }
    return this;
  }

  Map<String, String> fields() {
    return fields;
  }

  List<SecretText> secrets() {
    return secrets;
  }
}
