package dev.butlerlabs.butler.apps.workbench.scaffold;

import dev.butlerlabs.butler.apps.workbench.console.Refusal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One change to a file that is there: a place that is found exactly once, and what stands there
 * afterwards.
 *
 * @param place a regular expression
 * @param text what replaces it; {@code $0} is what was found
 */
record Edit(String file, Pattern place, String text) {

  String apply(String content) {
    var found = place.matcher(content);
    if (found.results().limit(2).count() != 1) {
      throw new Refusal(
          file,
          "the place where a provider is wired in was not found once: " + place.pattern(),
          "the file has changed its shape; mend edits.txt of apps/workbench, or write it by hand");
    }
    // Of all the dollars in a text only those before a digit are meant for the matcher.
    var replacement = Matcher.quoteReplacement(text).replaceAll("\\\\\\$([0-9])", "\\$$1");
    return place.matcher(content).replaceFirst(replacement);
  }
}
