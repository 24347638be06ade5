package load;

public final class Users extends Page {
    public Users() {
        super("/users_parallel/2505");
    }
}
