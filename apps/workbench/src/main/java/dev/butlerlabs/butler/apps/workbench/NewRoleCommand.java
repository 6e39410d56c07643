package dev.butlerlabs.butler.apps.workbench;

import dev.butlerlabs.butler.apps.workbench.console.ExitCode;
import dev.butlerlabs.butler.apps.workbench.console.Refusal;
import dev.butlerlabs.butler.apps.workbench.console.Writers;
import dev.butlerlabs.butler.providers.proxmox.machines.ProxmoxRole;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells the least an account on a platform must be allowed, in the platform's own terms. */
@Command(name = "role", description = "The least an account for Butler must be allowed there.")
final class NewRoleCommand implements Callable<Integer> {

  @Parameters(paramLabel = "PROVIDER", description = "The platform: proxmox.")
  private String provider = "";

  @Option(
      names = "--platform-version",
      defaultValue = "9",
      description = "Major version of the platform; ${DEFAULT-VALUE} when left out.")
  private int version;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    if (!provider.equals("proxmox")) {
      throw new Refusal(
          "a role for \"" + provider + "\"",
          "none can be worked out yet",
          "those that can: proxmox; for others see docs/contracts");
    }
    var out = Writers.out(spec);
    out.println("# Proxmox VE " + version + ": what Butler's driver calls needs this and no more.");
    out.println("# Run it on a Proxmox node; the last line shows the token's secret once.");
    out.print(ProxmoxRole.load().commands(version));
    out.flush();
    return ExitCode.DONE.number();
  }
}
