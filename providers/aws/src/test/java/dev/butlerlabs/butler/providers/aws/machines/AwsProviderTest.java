package dev.butlerlabs.butler.providers.aws.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AwsProviderTest {

  private static final Map<String, String> KEY =
      Map.of("accessKeyID", "AKIAEXAMPLE", "secretAccessKey", "s3cret");

  private final AwsProvider provider = new AwsProvider(InstantSource.fixed(Instant.EPOCH), null);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "accessKeyID=a;secretAccessKey=s",
        "accessKeyId=a;secretAccessKey=s",
        "accessKeyID=a;secretAccessKey=s;sessionToken=t",
        "accessKeyID=a;secretAccessKey=s;endpoint=https://aws.example.com:4566/",
        "accessKeyID=a;secretAccessKey=s;roleArn=arn:aws:iam::123456789012:role/team/butler",
        "accessKeyID=a;secretAccessKey=s;roleArn=arn:aws-cn:iam::123456789012:role/butler"
      })
  void everySpellingOfCredentialsOpens(String secret) {
    var values = new HashMap<String, String>();
    for (var pair : secret.split(";", -1)) {
      values.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
    }

    assertThat(provider.open(account("eu-central-1", values))).isInstanceOf(Opening.Opened.class);
  }

  @ParameterizedTest
  @CsvSource({
    "eu-central-1,accessKeyID,'',the credentials Secret",
    "eu-central-1,secretAccessKey,'',the credentials Secret",
    "eu-central-1,roleArn,arn:aws:iam::1:role/x,roleArn",
    "eu-central-1,roleArn,arn:aws:iam::123456789012:user/x,roleArn",
    "eu-central-1,ca.crt,canary,ca.crt",
    "eu-central-1,endpoint,http://plain.example.com,endpoint",
    "eu-central-1,endpoint,https://,endpoint",
    "evil.example.com/,ignored,x,spec.aws.region"
  })
  void whatCannotBeUsedIsRefusedByName(String region, String key, String value, String named) {
    var values = new HashMap<>(KEY);
    values.put(key, value);

    assertThat(provider.open(account(region, values)))
        .isInstanceOfSatisfying(
            Opening.Refused.class,
            refused ->
                assertThat(refused.fault().sentence())
                    .startsWith("open ProviderConfig butler-system/aws: ")
                    .contains(named)
                    .doesNotContain("canary", "s3cret"));
  }

  @Test
  void anotherRegionIsAnotherPlace() {
    assertThat(place(provider.open(account("eu-central-1", KEY))))
        .isEqualTo("region eu-central-1 at https://ec2.eu-central-1.amazonaws.com");
  }

  @Test
  void theAccountOfARoleIsPartOfThePlace() {
    var secret = new HashMap<>(KEY);
    secret.put("roleArn", "arn:aws:iam::123456789012:role/team/butler");

    assertThat(place(provider.open(account("eu-central-1", secret))))
        .isEqualTo(
            "account 123456789012, region eu-central-1 at https://ec2.eu-central-1.amazonaws.com");
  }

  private static String place(Opening opening) {
    return opening instanceof Opening.Opened(var driver) ? driver.place() : "refused";
  }

  @Test
  void servicesAreReachedWhereAwsHasThem() {
    assertThat(AwsClient.Service.EC2.endpoint("eu-central-1"))
        .hasToString("https://ec2.eu-central-1.amazonaws.com");
    assertThat(AwsClient.Service.BALANCING.endpoint("cn-north-1"))
        .hasToString("https://elasticloadbalancing.cn-north-1.amazonaws.com.cn");
    assertThat(AwsClient.Service.TOKENS.endpoint("eu-central-1"))
        .hasToString("https://sts.eu-central-1.amazonaws.com");
  }

  private static Account account(String region, Map<String, String> secret) {
    var spec =
        WireFormat.mapper()
            .convertValue(
                Map.of("provider", "aws", "aws", Map.of("region", region)),
                ProviderConfigSpec.class);
    return new Account(new ObjectKey("butler-system", "aws"), spec, Credentials.of(secret));
  }
}
