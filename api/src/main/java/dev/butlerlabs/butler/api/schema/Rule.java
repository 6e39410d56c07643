package dev.butlerlabs.butler.api.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A CEL rule the API server holds; {@code self} is the annotated value. */
@Repeatable(Rule.All.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE})
public @interface Rule {
  String value();

  /** What the user reads when the rule is broken. */
  String message();

  /** Where to point at, relative to the annotated value, for example {@code .end}. */
  String fieldPath() default "";

  /**
   * True when {@code oldSelf} is an optional: the rule then holds on creation too, and can spare
   * what was stored before it existed ({@code oldSelf.hasValue()}).
   */
  boolean optionalOldSelf() default false;

  /** Holds several. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.RECORD_COMPONENT, ElementType.TYPE})
  @interface All {
    Rule[] value();
  }
}
