package dev.headroom.cases.downstream;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;

/**
 * A certificate for {@code localhost} and {@code 127.0.0.1} that nobody vouches for, new at each start (X.509 v3, RFC
 * 5280, ECDSA on P-256). The JDK can read certificates but has no public way to make one; keytool would cost half a
 * second and a process, Bouncy Castle 8 MB.
 */
final class Certificate {
    private static final Duration VALID = Duration.ofDays(365);

    private Certificate() {}

    static SslContext selfSigned() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair keys = generator.generateKeyPair();
            return SslContextBuilder.forServer(keys.getPrivate(), sign(keys, Instant.now()))
                    .build();
        } catch (GeneralSecurityException | IOException broken) {
            throw new IllegalStateException("cannot make a self-signed certificate: " + broken.getMessage(), broken);
        }
    }

    static X509Certificate sign(KeyPair keys, Instant now) throws GeneralSecurityException {
        byte[] algorithm = Der.sequence(Der.oid(0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02)); // ecdsa-with-SHA256
        byte[] body = body(keys, now, algorithm);
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(body);
        byte[] encoded = Der.sequence(body, algorithm, Der.bits(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }

    private static byte[] body(KeyPair keys, Instant now, byte[] algorithm) {
        byte[] commonName = Der.oid(0x55, 0x04, 0x03);
        byte[] name = Der.sequence(Der.set(Der.sequence(commonName, Der.utf8("localhost"))));
        byte[] validity = Der.sequence(Der.time(now.minus(Duration.ofHours(1))), Der.time(now.plus(VALID)));
        byte[] alternativeNames = Der.sequence(
                Der.tagged(0x82, "localhost".getBytes(StandardCharsets.US_ASCII)),
                Der.tagged(0x87, new byte[] {127, 0, 0, 1}));
        byte[] extension = Der.sequence(Der.oid(0x55, 0x1D, 0x11), Der.octets(alternativeNames));
        return Der.sequence(
                Der.tagged(0xA0, Der.integer(BigInteger.TWO)), // version 3
                Der.integer(new BigInteger(64, new SecureRandom()).setBit(62)),
                algorithm,
                name,
                validity,
                name,
                keys.getPublic().getEncoded(),
                Der.tagged(0xA3, Der.sequence(extension)));
    }
}
