package dev.headroom.cases.facade;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.Set;
import okhttp3.Call;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.AbstractClientHttpRequest;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;

/**
 * OkHttp under Spring's clients: Spring Framework 7 no longer has a request factory for it. The calling thread makes the
 * call and waits in a blocking socket. Bodies of requests are small here and are kept in memory.
 */
final class OkHttpRequestFactory implements ClientHttpRequestFactory {
    /** HTTP gives these a body even where it is empty. */
    private static final Set<HttpMethod> WITH_BODY = Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH);

    private final Call.Factory calls;

    OkHttpRequestFactory(Call.Factory calls) {
        this.calls = calls;
    }

    @Override
    public ClientHttpRequest createRequest(URI uri, HttpMethod method) {
        return new OkHttpRequest(calls, uri, method);
    }

    private static final class OkHttpRequest extends AbstractClientHttpRequest {
        private final Call.Factory calls;
        private final URI uri;
        private final HttpMethod method;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);

        OkHttpRequest(Call.Factory calls, URI uri, HttpMethod method) {
            this.calls = calls;
            this.uri = uri;
            this.method = method;
        }

        @Override
        public HttpMethod getMethod() {
            return method;
        }

        @Override
        public URI getURI() {
            return uri;
        }

        @Override
        protected OutputStream getBodyInternal(HttpHeaders headers) {
            return body;
        }

        @Override
        protected ClientHttpResponse executeInternal(HttpHeaders headers) throws IOException {
            Request.Builder request = new Request.Builder().url(uri.toString()).method(method.name(), body(headers));
            headers.forEach((name, values) -> values.forEach(value -> request.addHeader(name, value)));
            return new OkHttpResponse(calls.newCall(request.build()).execute());
        }

        private @Nullable RequestBody body(HttpHeaders headers) {
            if (body.size() == 0 && !WITH_BODY.contains(method)) {
                return null;
            }
            String type = headers.getFirst(HttpHeaders.CONTENT_TYPE);
            return RequestBody.create(body.toByteArray(), type == null ? null : MediaType.parse(type));
        }
    }

    private static final class OkHttpResponse implements ClientHttpResponse {
        private final Response response;
        private final HttpHeaders headers = new HttpHeaders();

        OkHttpResponse(Response response) {
            this.response = response;
            response.headers().toMultimap().forEach(headers::put);
        }

        @Override
        public HttpStatusCode getStatusCode() {
            return HttpStatusCode.valueOf(response.code());
        }

        @Override
        public String getStatusText() {
            return response.message();
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public InputStream getBody() {
            return response.body().byteStream();
        }

        @Override
        public void close() {
            response.close();
        }
    }
}
