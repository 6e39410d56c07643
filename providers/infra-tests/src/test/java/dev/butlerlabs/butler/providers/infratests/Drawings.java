package dev.butlerlabs.butler.providers.infratests;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing.Drawn;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing.Refused;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.providers.spi.infrastructure.Manifest;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.List;

/** Looks into what was drawn. */
final class Drawings {

  private Drawings() {}

  static Drawn drawn(Infrastructure infrastructure, WorkerOrder order) {
    return switch (infrastructure.draw(order)) {
      case Drawn drawn -> drawn;
      case Refused(var problems) ->
          throw new AssertionError(
              "%s was refused:%n%s".formatted(order.name(), Problem.list(problems)));
    };
  }

  static List<String> refusals(Drawing drawing) {
    return switch (drawing) {
      case Drawn _ -> List.of();
      case Refused(var problems) -> problems.stream().map(Problem::sentence).toList();
    };
  }

  /** The first object of that kind. */
  static JsonNode object(Drawn drawn, String kind) {
    return drawn.objects().stream()
        .filter(object -> object.kind().equals(kind))
        .findFirst()
        .map(Manifest::tree)
        .orElseThrow(() -> new AssertionError("no " + kind + " among " + drawn.objects()));
  }

  static List<String> gaps(Drawn drawn) {
    return drawn.gaps().stream().map(gap -> gap.reason().wire()).distinct().toList();
  }
}
