package dev.butlerlabs.butler.api.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A field people write because older documents had it. The API server would drop it and give them
 * something else than they asked for; so the schema knows it, only to refuse it in words.
 */
@Repeatable(NoField.All.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface NoField {

  /** The name as people write it. */
  String name();

  /** Whether they write a list there; else it is an object. */
  boolean list() default false;

  /** What the user reads: that it is no field, and what to write instead. */
  String message();

  /** Holds several. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface All {
    NoField[] value();
  }
}
