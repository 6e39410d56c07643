package dev.butlerlabs.butler.sandbox.node.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A change to a known program's flags, needed because all pods share this machine's network: what
 * would mean "everywhere" or "this pod" in a network of its own must name the pod's address.
 */
public sealed interface Adaptation {

  /** The flag holds an address to listen at; without it the program listens everywhere. */
  record ListenAddress(String flag) implements Adaptation {}

  /** The flag, where given, holds addresses or URLs in which the pod itself may be meant. */
  record OwnAddresses(String flag) implements Adaptation {}

  /** The flag must have this value here. */
  record Fixed(String flag, String value) implements Adaptation {}

  /** The flags after all adaptations, and a sentence for each change made. */
  record Adapted(List<String> arguments, List<String> changes) {

    public Adapted {
      arguments = List.copyOf(arguments);
      changes = List.copyOf(changes);
    }
  }

  /** Addresses that mean the pod itself, or all of it. */
  Pattern SELF = Pattern.compile("0\\.0\\.0\\.0|127\\.0\\.0\\.1|\\[::1?]|localhost");

  static Adapted adapt(List<String> arguments, List<Adaptation> adaptations, String podIp) {
    var adapted = new ArrayList<>(arguments);
    var changes = new ArrayList<String>();
    for (var adaptation : adaptations) {
      switch (adaptation) {
        case ListenAddress(var flag) -> {
          if (!rewrite(adapted, flag, podIp, changes)) {
            adapted.add(flag + "=" + podIp);
            changes.add(flag + " added: " + podIp);
          }
        }
        case OwnAddresses(var flag) -> rewrite(adapted, flag, podIp, changes);
        case Fixed(var flag, var value) -> fix(adapted, flag, value, changes);
      }
    }
    return new Adapted(adapted, changes);
  }

  /** False when the flag is not there. */
  private static boolean rewrite(
      List<String> arguments, String flag, String podIp, List<String> changes) {
    var found = false;
    for (var i = 0; i < arguments.size(); i++) {
      var argument = arguments.get(i);
      if (argument.startsWith(flag + "=")) {
        found = true;
        var value = argument.substring(flag.length() + 1);
        var own = own(value, podIp);
        if (!own.equals(value)) {
          arguments.set(i, flag + "=" + own);
          changes.add(flag + " changed from " + value + " to " + own);
        }
      } else if (argument.equals(flag) && i + 1 < arguments.size()) {
        found = true;
        arguments.set(i + 1, own(arguments.get(i + 1), podIp));
      }
    }
    return found;
  }

  private static String own(String value, String podIp) {
    var bare = value.equals("::") || value.equals("::1") ? podIp : value;
    return SELF.matcher(bare).replaceAll(podIp);
  }

  private static void fix(List<String> arguments, String flag, String value, List<String> changes) {
    var wanted = flag + "=" + value;
    if (!arguments.contains(wanted)) {
      arguments.removeIf(argument -> argument.startsWith(flag + "="));
      arguments.add(wanted);
      changes.add(flag + " set to " + value);
    }
  }
}
