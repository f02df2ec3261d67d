class A
{
    async Task F()
    {
        var file = await;
    }
}
