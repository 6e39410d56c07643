package dev.butlerlabs.butler.api.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The table beside a kind that says what an edit of each field of its spec does; rules for those
 * that cannot change are made from it. {@link EditTable} says how it is written.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Edits {
  /** Name of the file, beside the class. */
  String value();
}
