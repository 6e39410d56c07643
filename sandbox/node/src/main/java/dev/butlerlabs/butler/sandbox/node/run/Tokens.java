package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.sandbox.node.pod.PodOrder;
import dev.butlerlabs.butler.sandbox.node.pod.Volume;
import java.io.IOException;
import java.time.Instant;

/** Where tokens of service accounts come from. */
@FunctionalInterface
public interface Tokens {

  /** A token that only counts as long as the pod lives. */
  record Token(String reveal, Instant renewAt) {

    @Override
    public String toString() {
      return "Token[****, " + renewAt + "]";
    }
  }

  Token issue(PodOrder pod, Volume.Part.Token wanted) throws IOException, InterruptedException;
}
