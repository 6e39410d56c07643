package dev.butlerlabs.butler.providers.simulators.aws;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What AWS asks of tags, and how it writes them. */
final class Tags {

  private static final int MOST = 50;

  private Tags() {}

  /** Those ordered for one kind of thing. */
  static Map<String, String> of(Parameters order, String kind, Set<String> kinds) {
    var tags = new TreeMap<String, String>();
    for (var specification : order.list("TagSpecification")) {
      var type = specification.text("ResourceType");
      if (!kinds.contains(type)) {
        throw Refused.because(
            "InvalidParameterValue", "'" + type + "' is not a valid taggable resource type.");
      }
      if (type.equals(kind)) {
        tags.putAll(specification.tags("Tag"));
      }
    }
    return checked(tags);
  }

  static Map<String, String> checked(Map<String, String> tags) {
    if (tags.size() > MOST) {
      throw Refused.because("TagLimitExceeded", "The maximum number of tags is " + MOST);
    }
    tags.forEach(
        (key, value) -> {
          if (key.isEmpty() || key.length() > 128 || value.length() > 256) {
            throw Refused.value("Tag", key, "Tag keys have up to 128 characters, values 256.");
          }
          if (key.startsWith("aws:")) {
            throw Refused.value(
                "Tag", key, "Tag keys starting with 'aws:' are reserved for internal use");
          }
        });
    return tags;
  }

  static Element items(Map<String, String> tags) {
    return Element.items(
        "tagSet",
        tags.entrySet(),
        tag ->
            Element.of(
                "item", Element.leaf("key", tag.getKey()), Element.leaf("value", tag.getValue())));
  }
}
