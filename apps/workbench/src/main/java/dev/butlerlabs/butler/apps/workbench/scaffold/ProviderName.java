package dev.butlerlabs.butler.apps.workbench.scaffold;

import dev.butlerlabs.butler.apps.workbench.console.Refusal;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** What a platform is called in folders, packages, manifests and, with capitals, classes. */
public record ProviderName(String text) {

  /** Rooms beside the platforms, and fields of a ProviderConfig that are not about one. */
  private static final Set<String> TAKEN =
      Set.of(
          "spi",
          "http",
          "machines",
          "simulators",
          "local",
          "wire",
          "provider",
          "providers",
          "type",
          "network",
          "scope",
          "limits",
          "status",
          "spec",
          "contracttests",
          "infratests",
          "butler");

  /** Refuses, with the reason, what can be no name of a platform. */
  public static ProviderName of(String text) {
    if (!text.matches("[a-z]{2,16}")) {
      throw refused(
          text,
          "it names a folder, a package and a word in manifests, so it has two to sixteen"
              + " lower-case letters and nothing else",
          suggestion(text));
    }
    if (SourceVersion.isKeyword(text)) {
      throw refused(text, "it is a word of Java, so no package can have it", "choose another");
    }
    if (TAKEN.contains(text)) {
      throw refused(text, "it already means something else in the house", "choose another");
    }
    return new ProviderName(text);
  }

  private static Refusal refused(String text, String why, String remedy) {
    return new Refusal("the name \"" + text + "\"", why, remedy);
  }

  private static String suggestion(String text) {
    var letters = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
    return letters.matches("[a-z]{2,16}") ? "for example " + letters : "for example vsphere";
  }

  String inCapitals() {
    return text.toUpperCase(Locale.ROOT);
  }

  String asType() {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** A template with the name filled in, in all its spellings. */
  String fill(String template) {
    return template
        .replace("{{name}}", text)
        .replace("{{Name}}", asType())
        .replace("{{NAME}}", inCapitals());
  }

  @Override
  public String toString() {
    return text;
  }
}
