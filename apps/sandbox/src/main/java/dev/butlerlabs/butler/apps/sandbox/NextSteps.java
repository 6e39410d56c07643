package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.platform.PlatformState;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What to do with a platform that serves.
 *
 * @param homeNamed whether the user named the folder and has to name it again
 * @param bare whether suggestions to order something are unwanted
 */
record NextSteps(Path home, boolean homeNamed, boolean bare) {

  void print(PrintWriter out, PlatformState state, boolean wasUp) {
    var millis = state.servingAfterMillis();
    var took = wasUp || millis == null ? "" : " after %.1f s".formatted(millis / 1000.0);
    var start = wasUp ? "The platform is up already" : "The platform serves" + took;
    out.println(start + " at " + state.server());
    out.println();
    var steps = steps();
    var width = steps.keySet().stream().mapToInt(String::length).max().orElse(0);
    steps.forEach((command, what) -> out.println("  " + padded(command, width) + "   " + what));
    out.println();
    out.println("  export KUBECONFIG=" + state.kubeconfig());
    out.flush();
  }

  private Map<String, String> steps() {
    var steps = new LinkedHashMap<String, String>();
    steps.put(command("kubectl", " get crds"), "the kinds you can order");
    steps.put(command("kubectl", " explain tenantcluster.spec"), "what an order may say");
    if (!bare) {
      steps.put(demo(), "order a first cluster and follow it");
    }
    steps.put(command("status", ""), "what runs, where, since when");
    steps.put(command("down", ""), "stop it; the data stays");
    return steps;
  }

  /** How kubectl is called on this platform. */
  String kubectl() {
    return command("kubectl", "");
  }

  /** How a first cluster is ordered on it. */
  String demo() {
    return command("demo", "");
  }

  private String command(String verb, String rest) {
    return "./butler " + verb + (homeNamed ? " --home " + home : "") + rest;
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - text.length());
  }
}
