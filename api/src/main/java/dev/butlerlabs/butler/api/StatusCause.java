package dev.butlerlabs.butler.api;

import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.kernel.Cause;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Why an object is not Ready, as it stands in its status: a {@link Cause} and since when. */
public record StatusCause(
    @Required @Doc("One word for programs, for example PoolExhausted.") String reason,
    @Required @Doc("The deepest thing that is not true yet, as a sentence.") String what,
    @Doc("Since when this has been the cause.") @Nullable Instant since,
    @Doc("What Butler is doing about it; absent when it can do nothing.")
        @Nullable String butlerDoes,
    @Doc("What a person could do; absent when waiting is enough.") @Nullable String youCan)
    implements Wire {

  public static StatusCause of(Cause cause, Instant since) {
    return new StatusCause(
        cause.reason(), cause.what(), since, present(cause.butlerDoes()), present(cause.youCan()));
  }

  private static @Nullable String present(String text) {
    return text.isEmpty() ? null : text;
  }
}
