package dev.butlerlabs.butler.providers.infratests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.providers.spi.infrastructure.CloudSizes;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing;
import dev.butlerlabs.butler.providers.spi.infrastructure.MachineSize;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import dev.butlerlabs.butler.providers.spi.machine.SizeTable;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** No machine is smaller than asked for. What a type holds is told here anew, by its name. */
class SizesTest {

  private static final Pattern AWS = Pattern.compile("([cmr])6i\\.(\\d*)(x?)large");
  private static final Pattern GCP = Pattern.compile("n2-(highcpu|standard|highmem)-(\\d+)");
  private static final Pattern AZURE = Pattern.compile("Standard_([DEF])(\\d+)s_v[25]");

  @ParameterizedTest
  @CsvSource({
    "AWS, AWSMachineTemplate, instanceType",
    "GCP, GCPMachineTemplate, instanceType",
    "AZURE, AzureMachineTemplate, vmSize"
  })
  void everySizeIsHeldByTheTypeChosen(Platform platform, String kind, String field) {
    for (var cpu = 1; cpu <= 64; cpu += 3) {
      for (var memory = 1; memory <= 512; memory += 15) {
        var size = Orders.size(cpu, memory + "Gi", "40Gi");
        var type = type(platform, kind, field, size);

        var held = held(platform, type);

        assertThat(held.cpu()).as(type).isGreaterThanOrEqualTo(cpu);
        assertThat(held.memoryGi()).as(type).isGreaterThanOrEqualTo(memory);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "AWS, AWSMachineTemplate, instanceType, 4, 16Gi, m6i.xlarge",
    "AWS, AWSMachineTemplate, instanceType, 4, 16.1Gi, r6i.xlarge",
    "AWS, AWSMachineTemplate, instanceType, 8, 8Gi, c6i.2xlarge",
    "AWS, AWSMachineTemplate, instanceType, 1, 1Gi, c6i.large",
    "GCP, GCPMachineTemplate, instanceType, 4, 16Gi, n2-standard-4",
    "GCP, GCPMachineTemplate, instanceType, 100, 16Gi, n2-standard-128",
    "AZURE, AzureMachineTemplate, vmSize, 4, 16Gi, Standard_D4s_v5",
    "AZURE, AzureMachineTemplate, vmSize, 17, 100Gi, Standard_E20s_v5"
  })
  void smallestTypeIsChosen(
      Platform platform, String kind, String field, int cpu, String memory, String type) {
    assertThat(type(platform, kind, field, Orders.size(cpu, memory, "40Gi"))).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource({"AWS, 128 CPUs and 1024 GiB", "GCP, 128 CPUs and 864 GiB", "AZURE, 96 CPUs and 672"})
  void whatNoTypeHoldsIsRefused(Platform platform, String most) {
    var giant = Orders.pool("giant", OsType.ROCKY, null, Orders.size(200, "2Ti", "40Gi"));
    var order = Edits.of(platform).pools(giant).order();

    assertThat(Drawings.refusals(platform.infrastructure("").draw(order)))
        .singleElement()
        .asString()
        .contains("worker pool giant", most);
  }

  @ParameterizedTest
  @CsvSource({
    "AWS, m6i.2xlarge, aws.instanceType",
    "GCP, n2-standard-8, gcp.machineType",
    "AZURE, Standard_D8s_v5, azure.vmSize"
  })
  void namedTypeThatHoldsLessThanAskedIsRefused(Platform platform, String type, String setting) {
    assertThat(named(platform, Orders.size(8, "32Gi", "40Gi"))).isEmpty();
    assertThat(named(platform, Orders.size(9, "32Gi", "40Gi")))
        .singleElement()
        .asString()
        .contains("worker pool w", type, "8 CPUs and 32768 MiB", "9 CPUs asked for", setting);
    assertThat(named(platform, Orders.size(8, "33Gi", "40Gi")))
        .singleElement()
        .asString()
        .contains("less than the 33792 MiB asked for");
  }

  @ParameterizedTest
  @EnumSource(names = {"AWS", "GCP", "AZURE"})
  void namedTypeIsTakenWhereOnlyDefaultsAreLarger(Platform platform) {
    var large = Orders.size(48, "300Gi", "40Gi");

    assertThat(named(platform, large.asked(false, false))).isEmpty();
    assertThat(named(platform, large.asked(true, false)))
        .singleElement()
        .asString()
        .contains("less than the 48 CPUs asked for");
  }

  @Test
  void unknownTypeIsTakenAsItIs() {
    var table = new SizeTable(List.of(new SizeTable.Size("known.small", 2, 4096)));
    var sizes = new CloudSizes(table, "type", "cloud.type");
    var pool = Orders.pool("w", OsType.ROCKY, null, Orders.size(48, "300Gi", "40Gi"));
    var problems = new Problems();

    assertThat(sizes.of(pool, Optional.of("unheard.of"), problems)).isEqualTo("unheard.of");

    var told = problems.or(() -> new Drawing.Refused(List.of()));
    assertThat(Drawings.refusals(told)).isEmpty();
  }

  private static List<String> named(Platform platform, MachineSize size) {
    var pool = Orders.pool("w", OsType.ROCKY, null, size);
    var order = Edits.of(platform).platform(platform.full()).pools(pool).order();
    return Drawings.refusals(platform.infrastructure("").draw(order));
  }

  private static String type(Platform platform, String kind, String field, MachineSize size) {
    var order = Edits.of(platform).pools(Orders.pool("w", OsType.ROCKY, null, size)).order();
    return Drawings.object(Drawings.drawn(platform.infrastructure(""), order), kind)
        .at("/spec/template/spec/" + field)
        .asText();
  }

  private static Held held(Platform platform, String type) {
    var pattern =
        switch (platform) {
          case AWS -> AWS;
          case GCP -> GCP;
          default -> AZURE;
        };
    var match = pattern.matcher(type);
    assertThat(match.matches()).as(type).isTrue();
    return switch (platform) {
      case AWS -> {
        var times = match.group(2).isEmpty() ? 1 : Integer.parseInt(match.group(2));
        var cpu = match.group(3).isEmpty() ? 2 : 4 * times;
        yield new Held(
            cpu, cpu * (match.group(1).equals("c") ? 2 : match.group(1).equals("m") ? 4 : 8));
      }
      case GCP -> {
        var cpu = Integer.parseInt(match.group(2));
        var perCpu =
            match.group(1).equals("highcpu") ? 1 : match.group(1).equals("standard") ? 4 : 8;
        yield new Held(cpu, Math.min(864, cpu * perCpu));
      }
      default -> {
        var cpu = Integer.parseInt(match.group(2));
        var perCpu = match.group(1).equals("F") ? 2 : match.group(1).equals("D") ? 4 : 8;
        yield new Held(cpu, Math.min(672, cpu * perCpu));
      }
    };
  }

  private record Held(int cpu, int memoryGi) {}
}
