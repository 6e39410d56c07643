package dev.butlerlabs.butler.providers.spi.infrastructure;

import dev.butlerlabs.butler.kernel.Problem;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of an order. */
public sealed interface Drawing {

  /**
   * Everything the platform's Cluster API provider needs.
   *
   * @param objects in the order to apply them; credentials first. Those without a namespace and
   *     those in another one do not go with the cluster's namespace: whoever applies them removes
   *     them by their labels.
   * @param cluster what the Cluster's infrastructureRef names
   * @param templates what the MachineDeployment of each pool names, by pool
   * @param cloud what the cloud's programs need to find on workers; null where they need nothing
   * @param gaps what the platform does not do as ordered, for conditions to say
   */
  record Drawn(
      List<Manifest> objects,
      Reference cluster,
      Map<String, Reference> templates,
      NodeRegistration nodes,
      @Nullable CloudFile cloud,
      List<Gap> gaps)
      implements Drawing {

    public Drawn {
      objects = List.copyOf(objects);
      templates = Collections.unmodifiableMap(new LinkedHashMap<>(templates));
      gaps = List.copyOf(gaps);
    }
  }

  /** Nothing was drawn: somebody has to put the order or the ProviderConfig right. */
  record Refused(List<Problem> problems) implements Drawing {

    public Refused {
      problems = List.copyOf(problems);
    }

    /** The ProviderConfig says nothing about its platform. */
    public static Refused withoutSection(String provider) {
      return new Refused(
          List.of(
              new Problem(
                  "spec." + provider + " of the ProviderConfig",
                  "is missing, so nothing is known about the platform",
                  "write the section with its required fields")));
    }
  }
}
