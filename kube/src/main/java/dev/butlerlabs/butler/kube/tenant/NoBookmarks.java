package dev.butlerlabs.butler.kube.tenant;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.URI;

/**
 * Watches that are silent while nothing happens.
 *
 * <p>The library asks for a bookmark a minute on each watch. A thousand tenants that rest would
 * cost a thousand of them a minute, to read and to send. Without bookmarks a watch that begins anew
 * may find its place forgotten by a busy server, and then lists a few objects again.
 */
final class NoBookmarks implements Interceptor {

  private static final String ASKED = "allowWatchBookmarks=true";
  private static final String DECLINED = "allowWatchBookmarks=false";

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    var uri = request.uri().toString();
    if (uri.contains(ASKED)) {
      builder.uri(URI.create(uri.replace(ASKED, DECLINED)));
    }
  }
}
