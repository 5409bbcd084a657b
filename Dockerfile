# syntax=docker/dockerfile:1
# Builds the distribution and puts it on a small runtime: no compiler, no embedded database, no load tools, no root, nothing
# writable but /data. Run it with a read-only root: docker run --read-only --cap-drop ALL -v tallygate:/data …
# Pin both images by digest where builds must be repeatable: --build-arg BUILD=eclipse-temurin:25-jdk@sha256:…
ARG BUILD=eclipse-temurin:25-jdk
ARG RUNTIME=debian:12-slim

FROM ${BUILD} AS build
RUN apt-get update && apt-get install -y --no-install-recommends maven && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN mvn -B -ntp -DskipTests package
# The start that is recorded belongs to this Java and these jars; an image without it starts slower, and does the same.
RUN jlink --no-header-files --no-man-pages --strip-debug --compress zip-6 --output /jre \
    --add-modules java.base,java.compiler,java.instrument,java.logging,java.management,java.naming,java.net.http,java.security.jgss,java.security.sasl,java.sql,java.xml,jdk.crypto.ec,jdk.httpserver,jdk.management,jdk.net,jdk.unsupported,jdk.jfr,jdk.jcmd,jdk.charsets,jdk.zipfs \
 && (JAVA_HOME=/jre gateway/target/tallygate/bin/tallygate record-start || echo "no start was recorded") \
 && rm -rf gateway/target/tallygate/lib/embedded gateway/target/tallygate/lib/loadtest

FROM ${RUNTIME}
RUN groupadd --system --gid 10001 tallygate \
 && useradd --system --uid 10001 --gid 10001 --home-dir /data --shell /usr/sbin/nologin tallygate \
 && mkdir /data && chown 10001:10001 /data && chmod 0700 /data
COPY --from=build /jre /opt/java/openjdk
COPY --from=build /src/gateway/target/tallygate /opt/tallygate
# natives are unpacked to java.io.tmpdir, and an engine's tmpfs is mounted noexec
ENV JAVA_HOME=/opt/java/openjdk \
    TALLYGATE_JAVA_OPTS="-XX:MaxRAMPercentage=60 -Djava.io.tmpdir=/data"
USER 10001:10001
VOLUME /data
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["/opt/tallygate/bin/tallygate", "health"]
ENTRYPOINT ["/opt/tallygate/bin/tallygate"]
CMD ["serve", "--config", "/etc/tallygate/tallygate.yaml"]
