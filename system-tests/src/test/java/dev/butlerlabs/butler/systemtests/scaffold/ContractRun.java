package dev.butlerlabs.butler.systemtests.scaffold;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A process that runs one test class and prints a line per test: how it ended, and why. */
public final class ContractRun {

  private ContractRun() {}

  public static void main(String[] args) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(args[0])).build();
    LauncherFactory.create().execute(request, new Lines());
    System.out.flush();
    // Threads of stand-ins must not keep the process.
    Runtime.getRuntime().halt(0);
  }

  private static final class Lines implements TestExecutionListener {

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (test.isTest()) {
        System.out.println(
            "%s\t%s\t%s"
                .formatted(
                    result.getStatus(),
                    test.getDisplayName(),
                    result.getThrowable().map(Lines::firstLine).orElse("")));
      } else if (result.getThrowable().isPresent()) {
        result.getThrowable().get().printStackTrace();
      }
    }

    private static String firstLine(Throwable thrown) {
      return String.valueOf(thrown.getMessage()).lines().findFirst().orElse("");
    }
  }
}
