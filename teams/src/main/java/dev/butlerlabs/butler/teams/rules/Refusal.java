package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.kernel.Problem;

/**
 * Why an order may not be carried out.
 *
 * @param field the path in the user's object
 * @param trouble what is wrong: the limit, what is left of it, who uses it
 * @param remedy what the user can do
 */
public record Refusal(Reason reason, String field, String trouble, String remedy) {

  /** As admission tells it. */
  public Problem problem() {
    return new Problem(field, trouble, remedy);
  }

  /** As a condition tells it. */
  public String sentence() {
    return new Problem("", trouble, remedy).sentence();
  }
}
