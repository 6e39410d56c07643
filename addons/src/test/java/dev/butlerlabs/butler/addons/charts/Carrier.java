package dev.butlerlabs.butler.addons.charts;

import static dev.butlerlabs.butler.addons.helm.Workshop.PATIENT;

import dev.butlerlabs.butler.addons.helm.Answer;
import dev.butlerlabs.butler.addons.helm.Chart;
import dev.butlerlabs.butler.addons.helm.ChartSource;
import dev.butlerlabs.butler.addons.helm.LocalChart;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.Rendering;
import dev.butlerlabs.butler.addons.helm.Workshop;
import java.io.IOException;
import java.util.List;

/** The real Helm on charts of the manager. */
record Carrier(Workshop workshop) {

  static final String CONTROLLER = "gcp-cloud-controller-manager";
  static final String DISKS = "gcp-csi-driver";

  LocalChart fetched(String chart, String version) {
    var source = new ChartSource.Carried(chart, version);
    return workshop.helm().pull(Chart.of(source), PATIENT).require();
  }

  /** The newest version, as it comes with a cluster. */
  Rendered rendered(String chart, String values) throws IOException {
    return rendered(chart, "1.1.0", "kube-system", values);
  }

  Rendered rendered(String chart, String version, String namespace, String values)
      throws IOException {
    var release = new ReleaseKey(namespace, chart);
    return Rendered.of(answer(fetched(chart, version), release, values, "1.36.3").require());
  }

  Answer<String> answer(LocalChart chart, ReleaseKey release, String values, String kubernetes)
      throws IOException {
    return workshop
        .helm()
        .template(
            new Rendering(release, chart, Workshop.yaml(values), kubernetes, List.of(), PATIENT));
  }
}
