package dev.butlerlabs.butler.api.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A column of {@code kubectl get}, in the order written. */
@Repeatable(Column.All.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Column {
  String name();

  String type() default "string";

  String path();

  /** Above zero: shown with {@code -o wide} only. */
  int priority() default 0;

  /** Holds several. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface All {
    Column[] value();
  }
}
