package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.platform.PlatformState;
import java.io.PrintWriter;
import java.nio.file.Path;

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
    step(out, "kubectl get crds", "the kinds you can order");
    step(out, "kubectl explain tenantcluster.spec", "what an order may say");
    if (!bare) {
      step(out, "kubectl apply -f samples/networkpool.yaml", "a first object");
    }
    step(out, "status", "what runs, where, since when");
    step(out, "down", "stop it; the data stays");
    out.println();
    out.println("  export KUBECONFIG=" + state.kubeconfig());
    out.flush();
  }

  private void step(PrintWriter out, String command, String what) {
    var space = command.indexOf(' ');
    var verb = space < 0 ? command : command.substring(0, space);
    var rest = space < 0 ? "" : command.substring(space);
    var option = homeNamed ? " --home " + home : "";
    out.println("  %-52s %s".formatted("./butler " + verb + option + rest, what));
  }
}
