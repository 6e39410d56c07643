package dev.butlerlabs.butler.kube.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.http.Interceptor.RequestTags;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import java.net.URI;
import org.junit.jupiter.api.Test;

class NoBookmarksTest {

  private static final String TENANT = "https://tenant.example/api/v1/services?";

  @Test
  void watchesAskForNone() {
    assertThat(asked("watch=true&allowWatchBookmarks=true&resourceVersion=7"))
        .isEqualTo(URI.create(TENANT + "watch=true&allowWatchBookmarks=false&resourceVersion=7"));
  }

  @Test
  void otherRequestsStayAsTheyAre() {
    assertThat(asked("limit=500")).isEqualTo(URI.create(TENANT + "limit=500"));
  }

  private static URI asked(String query) {
    var builder = new StandardHttpRequest.Builder();
    builder.uri(URI.create(TENANT + query));
    new NoBookmarks().before(builder, builder.build(), new NoTags());
    return builder.build().uri();
  }

  private static final class NoTags implements RequestTags {

    @Override
    public <T> T getTag(Class<T> type) {
      throw new UnsupportedOperationException("requests have no tags here");
    }
  }
}
