package dev.butlerlabs.butler.providers.simulators.aws;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What some instance types have: facts of AWS's own list. */
final class InstanceSizes {

  private static final Map<String, Integer> GIB_PER_CPU =
      Map.of("c6i", 2, "m5", 4, "m6i", 4, "r6i", 8, "m7g", 4);
  private static final Pattern TYPE = Pattern.compile("([a-z0-9]+)\\.(large|(\\d*)xlarge)");

  private InstanceSizes() {}

  record Size(int cpu, int memoryMiB, String architecture) {}

  static Optional<Size> of(String type) {
    var match = TYPE.matcher(type);
    if (!match.matches() || !GIB_PER_CPU.containsKey(match.group(1))) {
      return Optional.empty();
    }
    var times = match.group(3);
    var cpu = times == null ? 2 : times.isEmpty() ? 4 : 4 * Integer.parseInt(times);
    return Optional.of(
        new Size(
            cpu,
            cpu * 1024 * GIB_PER_CPU.getOrDefault(match.group(1), 0),
            match.group(1).equals("m7g") ? "arm64" : "x86_64"));
  }

  static Size require(String type) {
    return of(type)
        .orElseThrow(
            () ->
                Refused.because(
                    "InvalidInstanceType",
                    "The following supplied instance types do not exist: [" + type + "]"));
  }

  static Element describe(Parameters call) {
    return Element.items(
        "instanceTypeSet",
        call.texts("InstanceType"),
        type -> {
          var size = require(type);
          return Element.of(
              "item",
              Element.leaf("instanceType", type),
              Element.of("vCpuInfo", Element.leaf("defaultVCpus", size.cpu())),
              Element.of("memoryInfo", Element.leaf("sizeInMiB", size.memoryMiB())),
              Element.of(
                  "processorInfo",
                  Element.of("supportedArchitectures", Element.leaf("item", size.architecture()))));
        });
  }
}
