package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import java.util.Map;

/** Labels and annotations put on a generated object beside those it has anyway. */
public record ExtraMetadata(
    @Doc("Labels to add; those which Steward itself sets win.") Map<String, String> labels,
    @Doc("Annotations to add; those which Steward itself sets win.")
        Map<String, String> annotations)
    implements Wire {

  public ExtraMetadata {
    labels = Wire.map(labels);
    annotations = Wire.map(annotations);
  }
}
