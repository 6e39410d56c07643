package dev.butlerlabs.butler.apps.workbench;

import dev.butlerlabs.butler.apps.workbench.console.ExitCode;
import dev.butlerlabs.butler.apps.workbench.console.Refusal;
import dev.butlerlabs.butler.apps.workbench.console.Writers;
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

  @Parameters(
      paramLabel = "PROVIDER",
      description = "The platform: aws, azure, gcp, harvester, nutanix or proxmox.")
  private String provider = "";

  @Option(
      names = "--platform-version",
      defaultValue = "9",
      description = "Major version of Proxmox VE; ${DEFAULT-VALUE} when left out.")
  private int version;

  @Spec private @Nullable CommandSpec spec;

  /** What to do with it goes to the other stream, so that the role itself can go into a file. */
  @Override
  public Integer call() {
    var role =
        Roles.of(provider, version)
            .orElseThrow(
                () ->
                    new Refusal(
                        "a role for \"" + provider + "\"",
                        "there is no such platform",
                        "there are " + String.join(", ", Roles.PLATFORMS)));
    Writers.err(spec).println(role.what());
    Writers.err(spec).flush();
    Writers.out(spec).print(role.text());
    Writers.out(spec).flush();
    return ExitCode.DONE.number();
  }
}
