package dev.butlerlabs.butler.addons.platform.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An addon that comes with a cluster.
 *
 * @param field where the manifest speaks of it
 * @param needs definitions that have to be installed first
 * @param vital nodes cannot work without it
 * @param offered the version of the catalog, when nobody asked for the one that is kept instead and
 *     no policy takes it
 * @param named somebody asked for that version
 * @param care how it is looked after
 */
public record Entry(
    String definition,
    String field,
    String version,
    @Nullable JsonNode values,
    List<String> needs,
    boolean vital,
    String offered,
    boolean named,
    Care care) {

  public Entry {
    needs = List.copyOf(needs);
  }
}
