package dev.butlerlabs.butler.providers.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.Annotations;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;

/** Where the things of orders are looked for, as the orders note it and ProviderConfigs say it. */
final class Places {

  static final String HOME = "https://127.0.0.1:1";
  static final String ELSEWHERE = "https://127.0.0.1:2";

  private Places() {}

  /** As orders were before places were noted. */
  static void forget(Lab lab, Ware ware) {
    ware.object(lab)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"annotations\":{\"%s\":null}}}".formatted(Annotations.PLATFORM_PLACE));
    assertThat(of(lab, ware)).isEmpty();
  }

  static String of(Lab lab, Ware ware) {
    return ware.object(lab)
        .require()
        .getMetadata()
        .getAnnotations()
        .getOrDefault(Annotations.PLATFORM_PLACE, "");
  }

  /** As somebody does who edits the ProviderConfig. */
  static void lead(Lab lab, String endpoint) {
    lab.provider("a")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"spec\":{\"proxmox\":{\"endpoint\":\"%s\"}}}".formatted(endpoint));
  }
}
