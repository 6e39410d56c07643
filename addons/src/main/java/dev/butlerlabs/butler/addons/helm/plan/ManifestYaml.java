package dev.butlerlabs.butler.addons.helm.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * YAML as Helm and the API server read it: {@code 0644} is the number 420, {@code on} is true, and
 * neither a date nor {@code 12:30} is anything but a text.
 */
public final class ManifestYaml {

  private static final int LONGEST = 32 << 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  private ManifestYaml() {}

  /** All objects, lists taken apart, in their order. */
  public static List<ObjectNode> objects(String manifest) throws YAMLException {
    var found = new ArrayList<ObjectNode>();
    for (var document : yaml().loadAll(manifest)) {
      add(JSON.valueToTree(document), found);
    }
    return found;
  }

  private static void add(JsonNode document, List<ObjectNode> found) {
    if (document.path("kind").asText().endsWith("List") && document.path("items").isArray()) {
      document.path("items").forEach(item -> add(item, found));
    } else if (document instanceof ObjectNode object && !object.isEmpty()) {
      found.add(object);
    }
  }

  private static Yaml yaml() {
    var options = new LoaderOptions();
    options.setCodePointLimit(LONGEST);
    var plain = new DumperOptions();
    return new Yaml(
        new SafeConstructor(options), new Representer(plain), plain, options, new Words());
  }

  /** Which words are more than texts. */
  private static final class Words extends Resolver {

    private static final Pattern BOOL =
        Pattern.compile(
            "true|True|TRUE|false|False|FALSE|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF");
    private static final Pattern INT =
        Pattern.compile("[-+]?(?:0|[1-9][0-9]*|0[0-7]+|0x[0-9a-fA-F]+|0b[01]+)");
    private static final Pattern FLOAT =
        Pattern.compile("[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?");
    private static final Pattern NONE = Pattern.compile("~|null|Null|NULL| ");

    @Override
    protected void addImplicitResolvers() {
      addImplicitResolver(Tag.BOOL, BOOL, "yYnNtTfFoO");
      addImplicitResolver(Tag.INT, INT, "-+0123456789");
      addImplicitResolver(Tag.FLOAT, FLOAT, "-+0123456789.");
      addImplicitResolver(Tag.MERGE, Pattern.compile("<<"), "<");
      addImplicitResolver(Tag.NULL, NONE, "~nN\0");
      addImplicitResolver(Tag.NULL, Pattern.compile(""), null);
    }
  }
}
