package dev.butlerlabs.butler.api.compat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What can be said about one CRD without prose: its names and columns, and for each field path
 * ({@code []} list item, {@code {}} map value) its type, whether it must be given, default, enum
 * and limits.
 */
record Facts(Header header, Map<String, Field> fields) {

  Facts {
    fields = new TreeMap<>(fields);
  }

  /** The lines above the fields, and the rules about the object as a whole. */
  record Header(
      String groupVersion,
      String kind,
      String plural,
      String scope,
      Set<String> shortNames,
      Set<String> subresources,
      List<String> columns,
      List<String> rules) {}

  /** One field; limits hold JSON text by OpenAPI keyword. */
  record Field(
      String type,
      boolean required,
      String fallback,
      Set<String> values,
      Map<String, String> limits) {}
}
