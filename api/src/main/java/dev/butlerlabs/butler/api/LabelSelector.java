package dev.butlerlabs.butler.api;

import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.ListType;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;
import java.util.Map;

/** Selects objects by their labels; all requirements must hold, none selects everything. */
public record LabelSelector(
    @Doc("Labels an object must have, with these values.") Map<String, String> matchLabels,
    @ListType("atomic") @Doc("Further requirements on labels.") List<Requirement> matchExpressions)
    implements Wire {

  public LabelSelector {
    matchLabels = Wire.map(matchLabels);
    matchExpressions = Wire.list(matchExpressions);
  }

  /** What must hold for one label. */
  public record Requirement(
      @Required @Doc("Key of the label.") String key,
      @Required @Doc("In, NotIn, Exists or DoesNotExist.") String operator,
      @ListType("atomic") @Doc("Values for In and NotIn; empty for the others.")
          List<String> values)
      implements Wire {

    public Requirement {
      values = Wire.list(values);
    }
  }
}
