package dev.butlerlabs.butler.api.addons;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the catalog offers beyond what is installed, and what taking it would change. */
public record PendingUpgrade(
    @Doc("Version of the chart that is offered.") String version,
    @Doc("When it is taken by itself. Left out: only when somebody asks for it.")
        @Nullable Instant due,
    @Doc(
            "What would change on the cluster, in numbers; or why that cannot be told. It was worked"
                + " out by a dry run and is not kept up with later edits of the cluster.")
        String summary,
    @Doc("The objects that would change, with the fields, the first ones of many.")
        List<String> changes,
    @Doc("Hash of what was compared.") String hash)
    implements Wire {

  public PendingUpgrade {
    changes = Wire.list(changes);
  }
}
