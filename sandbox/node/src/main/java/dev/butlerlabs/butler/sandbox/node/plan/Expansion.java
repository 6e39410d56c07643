package dev.butlerlabs.butler.sandbox.node.plan;

import java.util.Map;

/**
 * The {@code $(NAME)} references of commands, arguments and variables. A name that is not known
 * stays as it is written; {@code $$} stands for one dollar and hides what follows.
 */
final class Expansion {

  private Expansion() {}

  static String expand(String text, Map<String, String> values) {
    var out = new StringBuilder();
    var i = 0;
    while (i < text.length()) {
      var c = text.charAt(i);
      var next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
      if (c == '$' && next == '$') {
        out.append('$');
        i += 2;
      } else if (c == '$' && next == '(' && text.indexOf(')', i) > 0) {
        var end = text.indexOf(')', i);
        var value = values.get(text.substring(i + 2, end));
        out.append(value == null ? text.substring(i, end + 1) : value);
        i = end + 1;
      } else {
        out.append(c);
        i++;
      }
    }
    return out.toString();
  }
}
